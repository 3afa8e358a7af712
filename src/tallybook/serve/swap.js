// Sent by `tallybook serve` alone: takes a page that was made anew into the one that is shown, part by part, which is
// several times as fast as loading it, and leaves what a reader has opened and how far the page is scrolled.
// It is run before the scripts of the page, which add to it.
const swap = (() => {
  const OWN = /\/assets\/(site|search)\.js$|\/-tallybook\//;

  const holds = (element) => element.namespaceURI === "http://www.w3.org/1999/xhtml"
    && element.childElementCount > 0
    && ![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  // A part as it was sent: its element, its own tag, its parts, and all of its text.
  const taken = (element) => {
    if (!holds(element)) return { element, tag: "", parts: [], html: element.outerHTML };
    const tag = element.cloneNode(false).outerHTML;
    const parts = [...element.children].map(taken);
    return { element, tag, parts, html: tag + parts.map((part) => part.html).join("") };
  };

  // What is not taken in: where it differs, the page is loaded again.
  const frame = (page) => [...page.head.children, ...page.querySelectorAll("body > header")]
    .filter((part) => !part.matches("title, [rel=preload]"))
    .map((part) => part.outerHTML)
    .join("\n");
  const foreign = (page) => page.querySelector("body script:not([type$=json]):not([src])")
    || [...page.querySelectorAll("script[src]")].some((script) => !OWN.test(script.getAttribute("src")));

  // The child of `above` around an element: a script may have put it into something else.
  const around = (element, above) => {
    let found = element;
    while (found && found.parentElement !== above) found = found.parentElement;
    return found;
  };

  let fresh = [];
  const put = (part, above, before) => {
    above.insertBefore(document.adoptNode(part.element), before);
    fresh.push(part.element);
    return part;
  };
  const replaced = (old, now, above) => {
    if (old.html === now.html) return old;
    if (old.tag && old.tag === now.tag) return { ...now, element: old.element, parts: merged(old, now) };
    const shown = around(old.element, above);
    put(now, above, shown);
    shown.remove();
    return now;
  };
  const merged = (old, now) => {
    const above = old.element;
    const [was, is] = [old.parts, now.parts];
    let head = 0;
    while (head < Math.min(was.length, is.length) && was[head].html === is[head].html) head += 1;
    let tail = 0;
    while (tail < Math.min(was.length, is.length) - head && was.at(-1 - tail).html === is.at(-1 - tail).html) tail += 1;
    const middle = was.slice(head, was.length - tail);
    const behind = tail ? around(was.at(-tail).element, above) : null;
    const parts = is.slice(head, is.length - tail).map((part, at) => (at < middle.length ? replaced(middle[at], part, above) : put(part, above, behind)));
    for (const part of middle.slice(is.length - tail - head)) around(part.element, above).remove();
    return [...was.slice(0, head), ...parts, ...was.slice(was.length - tail)];
  };

  const own = frame(document);
  let body = taken(document.body);

  // Whether a page could be taken in.
  return (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.getElementById("tallybook-live") || frame(page) !== own || foreign(page) || foreign(document)) return false;
    const now = taken(page.body);
    if (body.tag !== now.tag) return false;
    fresh = [];
    body = { ...now, element: document.body, parts: merged(body, now) };
    document.title = page.title;
    // the script of the page says whether it has added to the new parts what it adds
    return !document.dispatchEvent(new CustomEvent("tallybook:new", { cancelable: true, detail: fresh }));
  };
})();
