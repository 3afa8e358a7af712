// Search, where the site is served and has its index; without this file everything else works.
const here = new URL(document.currentScript.dataset.root || ".", location.href);
const find = document.querySelector(".to-search");
const box = document.createElement("dialog");
box.className = "search";
box.setAttribute("aria-label", "Search the book");
const field = Object.assign(document.createElement("input"), { type: "search", placeholder: "Words or numbers", autocomplete: "off" });
field.setAttribute("aria-label", "Search the book");
const close = Object.assign(document.createElement("button"), { type: "button", className: "tool", textContent: "Close" });
const count = document.createElement("p");
count.className = "count";
count.setAttribute("role", "status");
const hits = document.createElement("ol");
hits.className = "hits";
const line = document.createElement("div");
line.className = "search-line";
line.append(field, close);
box.append(line, count, hits);

let engine = null;
const start = async () => {
  engine ??= import(new URL("pagefind/pagefind.js", here).href).then(async (module) => {
    await module.options({ baseUrl: here.pathname, excerptLength: 24 });
    return module;
  });
  return engine;
};
// The nearest anchor before the first word found, so that a hit leads to its section and opens its fold.
const place = (data) => {
  const first = data.weighted_locations?.[0]?.location ?? data.locations[0] ?? 0;
  const before = (data.anchors ?? []).filter((one) => one.location <= first && ["section", "details"].includes(one.element));
  return before.length ? `${data.url.split("#")[0]}#${before.at(-1).id}` : data.url;
};
const hit = (data) => {
  const link = document.createElement("a");
  link.href = place(data);
  const label = document.createElement("span");
  label.className = "eyebrow";
  label.textContent = data.meta.label ?? "";
  const title = document.createElement("span");
  title.className = "hit-title";
  title.textContent = data.meta.title ?? data.url;
  link.append(label, title);
  const words = document.createElement("p");
  words.innerHTML = data.excerpt; // Pagefind escapes the text and adds only <mark>
  const item = document.createElement("li");
  item.append(link, words);
  return item;
};
let latest = 0;
const search = async () => {
  const number = ++latest;
  const found = (await (await start()).search(field.value)).results;
  const shown = await Promise.all(found.slice(0, 12).map((one) => one.data()));
  if (number !== latest) return;
  const isCheck = (data) => Number((data.meta.label ?? "").startsWith("Check "));
  shown.sort((one, other) => isCheck(one) - isCheck(other)); // what readers read goes before what it rests on
  hits.replaceChildren(...shown.map(hit));
  count.textContent = field.value.trim() ? (found.length ? `${found.length} ${found.length === 1 ? "page" : "pages"}` : "Nothing found") : "";
};
if (location.protocol === "file:") {
  find.hidden = true; // a page from disk may not load the index
} else {
  document.body.append(box);
  const open = () => { box.showModal(); field.select(); start(); };
  find.addEventListener("click", open);
  close.addEventListener("click", () => box.close());
  hits.addEventListener("click", () => box.close());
  field.addEventListener("input", search);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // a search field would only empty itself
    box.close();
  });
  document.addEventListener("keydown", (event) => {
    const writing = event.target.closest?.("input, textarea, select");
    if ((event.key === "/" && !writing) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      open();
    }
  });
}
