// Sent by `tallybook serve` alone: puts findings at their numbers, and renews the page when it has changed.
(() => {
  const told = () => JSON.parse(document.getElementById("tallybook-live").textContent);
  const kept = `tallybook ${location.pathname}`;

  // What a reload would lose: how far the page was scrolled, and which folds were open.
  const folds = () => [...document.querySelectorAll("details")];
  const restore = () => {
    const was = JSON.parse(sessionStorage.getItem(kept) ?? "null");
    if (!was) return;
    sessionStorage.removeItem(kept);
    folds().forEach((fold, at) => { if (at in was.open) fold.open = was.open[at]; });
    scrollTo({ left: was.x, top: was.y, behavior: "instant" });
  };
  const reload = () => {
    sessionStorage.setItem(kept, JSON.stringify({ x: scrollX, y: scrollY, open: folds().map((fold) => fold.open) }));
    location.reload();
  };

  // A block on its own line behind which a finding may stand.
  const block = (place) => place.closest("table")?.closest(".scroll") ?? place.closest("li, dd, p, h1, h2, h3, h4, figure, .scroll, pre, div.math, td") ?? place;
  const put = (notes) => {
    for (const note of document.querySelectorAll(".tallybook-note")) note.remove();
    for (const place of document.querySelectorAll(".tallybook-at")) place.classList.remove("tallybook-at");
    for (const note of notes) {
      const place = note.anchors.map((name) => document.getElementById(name)).find(Boolean);
      const box = document.createElement("aside");
      box.className = `tallybook-note ${note.severity}`;
      box.dataset.code = note.code;
      const text = document.createElement("pre");
      text.textContent = note.text;
      box.append(text);
      if (!place) {
        document.getElementById("main").prepend(box);
      } else if (place.matches("section, article, header")) {
        (place.querySelector("h1, h2, h3, h4") ?? place).after(box);
      } else {
        place.classList.add("tallybook-at");
        for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
        block(place).after(box);
      }
    }
  };

  const bar = document.createElement("aside");
  bar.className = "tallybook-bar";
  bar.setAttribute("aria-live", "polite");
  bar.hidden = true;
  document.body.append(bar);
  const status = (state) => {
    const here = location.pathname.replace(/\/$/, "/index.html");
    const elsewhere = state.findings.filter((one) => one.url !== here);
    const lines = [];
    if (state.left) lines.push(`${state.left} pages still to be verified`);
    if (state.errors) lines.push(`the book does not hold: ${state.errors} ${state.errors === 1 ? "error" : "errors"}`);
    bar.replaceChildren(document.createTextNode(lines.join(" · ")));
    const list = document.createElement("ul");
    for (const one of elsewhere) {
      const item = document.createElement("li");
      const words = document.createElement(one.url ? "a" : "span");
      if (one.url) words.href = one.url;
      words.textContent = one.text;
      item.append(words);
      list.append(item);
    }
    if (elsewhere.length) bar.append(list);
    bar.hidden = !lines.length && !elsewhere.length;
  };

  // One page after the other, the latest last.
  let turn = Promise.resolve();
  const update = () => { turn = turn.then(renew).catch(reload); };
  const renew = async () => {
    const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
    if (!answer) return; // the server has ended
    if (!swap(await answer.text())) return reload();
    put(told().notes);
  };

  const start = () => {
    put(told().notes);
    restore();
    const query = new URLSearchParams({ url: location.pathname, tag: told().tag });
    const events = new EventSource(`/-tallybook/events?${query}`);
    events.addEventListener("reload", update);
    events.addEventListener("status", (event) => status(JSON.parse(event.data)));
    addEventListener("pagehide", () => events.close());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  };
  // after the scripts of the page, which may change how tall it is
  addEventListener("DOMContentLoaded", start);
})();
