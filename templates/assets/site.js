// Nothing here is needed to read: it adds a switch of colours, copy buttons, filters and cards for numbers.
const root = document.documentElement;

const theme = document.querySelector(".theme");
const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const showTheme = () => theme.setAttribute("aria-pressed", String(dark()));
if (theme) {
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
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true);

// What goes on beyond the right edge fades there, until it is scrolled to its end.
const fade = (box) => box.classList.toggle("beyond", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
const sizes = new ResizeObserver((changed) => { for (const { target } of changed) fade(target); });
const fading = (box) => {
  sizes.observe(box);
  box.addEventListener("scroll", () => fade(box), { passive: true });
};

// A link into a fold opens it.
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (target) target.scrollIntoView();
};
if (location.hash) open();
addEventListener("hashchange", open);

// Exercises and problems by kind and difficulty; what was done is remembered in this browser only.
const stored = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
const store = (key, value) => {
  try { if (value) localStorage.setItem(key, value); else localStorage.removeItem(key); } catch { /* no storage */ }
};
const pressing = (button, words, pressed, act) => {
  const show = (on) => {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = words[Number(on)];
  };
  show(pressed);
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") === "false";
    show(on);
    act(on);
  });
};
const filtering = (filter) => {
  const boxes = [...filter.querySelectorAll("select")];
  filter.addEventListener("change", () => {
    const items = [...document.querySelectorAll(`.article.${filter.dataset.kind}`)];
    for (const item of items) item.hidden = boxes.some((box) => box.value && item.dataset[box.dataset.key] !== box.value);
    const shown = items.filter((item) => !item.hidden).length;
    filter.querySelector("[role=status]").textContent = shown === items.length ? "" : `${shown} of ${items.length}`;
  });
  const all = filter.querySelector(".all");
  if (all) {
    pressing(all, ["Open all solutions", "Close all solutions"], false, (open) => {
      for (const fold of document.querySelectorAll(".fold.solution")) fold.open = open;
    });
  }
};
const marking = (mark) => {
  const key = `done:${mark.closest(".article").dataset.id}`;
  pressing(mark, ["Mark as done", "✓ Done"], stored(key) !== null, (done) => store(key, done ? "1" : ""));
};

addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
});

// Listings, and formulas as they were written, to be copied.
const copying = (name, words, label, text) => {
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = name;
  copy.textContent = words;
  if (label) copy.setAttribute("aria-label", label);
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = words; }, 1500);
  });
  return copy;
};
const copied = (listing) => {
  const holder = document.createElement("div");
  holder.className = "copied";
  listing.replaceWith(holder);
  holder.append(listing, copying("copy", "Copy", "", () => listing.textContent));
};
const formula = (equation) => {
  equation.append(copying("copy-tex", "TeX", "Copy the formula as LaTeX", () => equation.dataset.tex));
};

// What is added to each part of a page; `tallybook serve` puts new parts into a page that is open.
const ADDED = [[".scroll", fading], ["pre.code", copied], [".filter", filtering], [".done", marking], [".eq[data-tex]", formula]];
const dress = (scopes) => {
  for (const [selector, add] of ADDED) {
    for (const scope of scopes) {
      if (scope.matches(selector)) add(scope);
      for (const part of scope.querySelectorAll(selector)) add(part);
    }
  }
  reachable();
};
dress([root]);
document.addEventListener("tallybook:new", (event) => {
  dress(event.detail);
  event.preventDefault();
});

// A report names the paragraph last gone to.
document.addEventListener("click", (event) => {
  const report = event.target.closest?.(".report");
  if (!report) return;
  const target = new URL(report.href);
  const place = location.hash || (owner?.id ? `#${owner.id}` : "");
  const chosen = String(getSelection()).trim().slice(0, 300);
  target.searchParams.set("body", `Page: ${location.href.split("#")[0]}${place}\n${chosen ? `\n> ${chosen}\n` : ""}`);
  report.href = target.href;
});

// A card beside what one points at: who printed a digit, or what a reference leads to.
let card = null;
let owner = null;
const hide = () => {
  card?.remove();
  owner?.removeAttribute("aria-describedby");
  card = owner = null;
};
const paragraph = (name, ...content) => {
  const made = document.createElement("p");
  made.className = name;
  made.append(...content);
  return made;
};
const evidence = (number) => {
  const row = document.getElementById(`c-${number.dataset.claim}`);
  if (!row) return null;
  const [claim, proofs, strength] = row.cells;
  const body = document.createElement("div");
  body.append(...proofs.cloneNode(true).childNodes);
  return [
    paragraph("claim", ...(claim.querySelector("a") ?? claim).cloneNode(true).childNodes),
    body,
    paragraph(strength.className, strength.textContent),
  ];
};
const preview = (link) => {
  const held = document.querySelector(`template.preview[data-href="${CSS.escape(link.getAttribute("href"))}"]`);
  return held ? [paragraph("label", held.dataset.label), held.content.cloneNode(true)] : null;
};
const told = (target) => target.closest?.(".n[data-claim], main a[href]");
const show = (item) => {
  if (owner === item) return;
  const content = item.matches(".n[data-claim]") ? evidence(item) : preview(item);
  hide();
  if (!content) return;
  owner = item;
  card = document.createElement("div");
  card.className = item.matches(".n[data-claim]") ? "card-evidence" : "card-evidence card-preview";
  card.id = "card-evidence";
  card.setAttribute("role", "tooltip");
  card.append(...content);
  for (const part of card.querySelectorAll("[id]")) part.removeAttribute("id");
  document.body.append(card);
  item.setAttribute("aria-describedby", card.id);
  const place = item.getBoundingClientRect();
  const left = Math.min(place.left, document.documentElement.clientWidth - card.offsetWidth - 16);
  const above = place.bottom + card.offsetHeight + 8 > innerHeight && place.top > card.offsetHeight + 8;
  card.style.left = `${Math.max(left, 8) + scrollX}px`;
  card.style.top = `${(above ? place.top - card.offsetHeight - 6 : place.bottom + 6) + scrollY}px`;
};
let timer = 0;
document.addEventListener("pointerover", (event) => {
  const item = told(event.target);
  clearTimeout(timer);
  if (event.target.closest?.(".card-evidence")) return;
  timer = item ? setTimeout(() => show(item), 120) : setTimeout(hide, 200);
});
document.addEventListener("focusin", (event) => {
  const item = told(event.target);
  if (item) show(item);
  else if (!event.target.closest?.(".card-evidence")) hide();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
