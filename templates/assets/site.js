// Nothing here is needed to read: it adds a switch of colours, copy buttons, filters and cards for numbers.
const root = document.documentElement;

const theme = document.querySelector(".theme");
const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const showTheme = () => theme.setAttribute("aria-pressed", String(dark()));
if (theme) {
  theme.hidden = false;
  showTheme();
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a page from disk may have no storage */ }
    showTheme();
  });
}

// What scrolls can be reached by keyboard.
const names = (box) => box.getAttribute("aria-label") ?? (box.querySelector("table") ? "Table, scrolls sideways" : box.matches("pre") ? "Listing, scrolls sideways" : "Formula, scrolls sideways");
const reachable = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    if (box.scrollWidth > box.clientWidth + 1) {
      box.tabIndex = 0;
      box.setAttribute("aria-label", names(box));
      box.setAttribute("role", "group");
    } else {
      box.removeAttribute("tabindex");
    }
  }
};
reachable();
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true);

for (const listing of document.querySelectorAll("pre.code")) {
  const holder = document.createElement("div");
  holder.className = "copied";
  listing.replaceWith(holder);
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(listing.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  holder.append(listing, button);
}

// A link into a fold opens it.
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (target) target.scrollIntoView();
};
if (location.hash) open();
addEventListener("hashchange", open);

const exercises = [...document.querySelectorAll(".exercises .exercise")];
const filter = document.querySelector(".filter");
if (filter && exercises.length) {
  const choices = (key) => [...new Set(exercises.map((item) => item.dataset[key]))].filter(Boolean).sort();
  const select = (key, label, show) => {
    const box = document.createElement("select");
    box.setAttribute("aria-label", label);
    box.append(new Option(label, ""), ...choices(key).map((value) => new Option(show(value), value)));
    box.addEventListener("change", () => {
      for (const item of exercises) item.hidden = boxes.some(([name, other]) => other.value && item.dataset[name] !== other.value);
    });
    return [key, box];
  };
  const boxes = [select("variant", "Every variant", (value) => value), select("difficulty", "Every difficulty", (value) => "▲".repeat(value) + "△".repeat(3 - value))];
  const all = document.createElement("button");
  all.type = "button";
  all.textContent = "Open all solutions";
  all.setAttribute("aria-pressed", "false");
  all.addEventListener("click", () => {
    const show = all.getAttribute("aria-pressed") === "false";
    for (const fold of document.querySelectorAll(".exercises .solution")) fold.open = show;
    all.setAttribute("aria-pressed", String(show));
    all.textContent = show ? "Close all solutions" : "Open all solutions";
  });
  filter.append(...boxes.map(([, box]) => box), all);
  filter.hidden = false;
}

addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});

// Who printed this digit: the row of the ledger, beside the number.
let card = null;
let owner = null;
const hide = () => {
  card?.remove();
  owner?.removeAttribute("aria-describedby");
  card = owner = null;
};
const show = (number) => {
  const row = document.getElementById(`c-${number.dataset.claim}`);
  if (!row || owner === number) return;
  hide();
  owner = number;
  card = document.createElement("div");
  card.className = "card-evidence";
  card.id = "card-evidence";
  card.setAttribute("role", "tooltip");
  const [claim, evidence, strength] = row.cells;
  const head = document.createElement("p");
  head.className = "claim";
  head.append(...(claim.querySelector("a") ?? claim).cloneNode(true).childNodes);
  const body = document.createElement("div");
  body.append(...evidence.cloneNode(true).childNodes);
  const foot = document.createElement("p");
  foot.textContent = strength.textContent;
  foot.className = strength.className;
  card.append(head, body, foot);
  for (const part of card.querySelectorAll("[id]")) part.removeAttribute("id");
  document.body.append(card);
  number.setAttribute("aria-describedby", card.id);
  const place = number.getBoundingClientRect();
  const left = Math.min(place.left, innerWidth - card.offsetWidth - 16);
  const above = place.bottom + card.offsetHeight + 8 > innerHeight && place.top > card.offsetHeight + 8;
  card.style.left = `${Math.max(left, 8) + scrollX}px`;
  card.style.top = `${(above ? place.top - card.offsetHeight - 6 : place.bottom + 6) + scrollY}px`;
};
let timer = 0;
document.addEventListener("pointerover", (event) => {
  const number = event.target.closest?.(".n[data-claim]");
  clearTimeout(timer);
  if (number) timer = setTimeout(() => show(number), 120);
  else if (!event.target.closest?.(".card-evidence")) timer = setTimeout(hide, 200);
});
document.addEventListener("focusin", (event) => {
  const number = event.target.closest?.(".n[data-claim]");
  if (number) show(number);
  else if (!event.target.closest?.(".card-evidence")) hide();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
