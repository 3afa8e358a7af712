// What the tests of access ask of a page in which axe-core is loaded.
globalThis.probes = (() => {
  const LAID = ["target-size", "scrollable-region-focusable"]; // what hangs on where things stand
  const COLOURS = ["color-contrast", "link-in-text-block"];
  const shown = new WeakSet(); // elements that were visible in a state in which the page was looked at

  const run = async (context, what) => {
    const found = await axe.run(context, { ...what, resultTypes: ["violations"] });
    return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html}`));
  };
  const only = (rules) => ({ runOnly: { type: "rule", values: rules } });
  const marked = async (items, what) => {
    for (const item of items) item.dataset.probe = "";
    const found = items.length ? await run({ include: "[data-probe]" }, what) : [];
    for (const item of items) delete item.dataset.probe;
    return found;
  };
  const visible = () => [...document.querySelectorAll("*")].filter((item) => item.checkVisibility());

  // How many letters an item shows itself, or within, if it is a link.
  const letters = (item) => {
    if (item.localName === "a") return item.textContent.trim().length;
    return [...item.childNodes].reduce((sum, one) => sum + (one.nodeType === 3 ? one.data.trim().length : 0), 0);
  };

  // One of the visible texts that look alike, with all that is behind them; of links, with the text around them.
  // It has two letters if any has, as axe-core judges no fewer. A formula without marks is of one colour, and its parts
  // are no larger than it is.
  const looks = () => {
    const found = new Map();
    const walk = (item, behind, around) => {
      const style = getComputedStyle(item);
      if (style.display === "none") return;
      const covers = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
      if (covers || style.opacity !== "1") {
        behind += `${style.backgroundColor} ${style.backgroundImage} ${style.opacity};`;
      }
      const text = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine].join();
      const look = `${text} ${item.localName === "a" ? `in ${around}` : ""} on ${behind}`;
      const plain = item.localName === "math" && !item.querySelector("a, [class], [style], [mathcolor]");
      for (const one of plain ? item.querySelectorAll("mn, mi, mo, mtext") : [item]) {
        const written = letters(one);
        const known = found.get(look)?.written ?? 0;
        if (known > 1 || !written) continue;
        if ((written > 1 || !known) && one.checkVisibility()) found.set(look, { item: one, written });
      }
      for (const part of plain ? [] : item.children) walk(part, behind, text);
    };
    walk(document.body, "", "");
    return found;
  };

  return {
    folds: (open) => {
      for (const fold of document.querySelectorAll("details")) fold.open = open;
    },

    // Whatever hangs on neither place nor colour, of all that was not visible before.
    content: async (tags) => {
      const fresh = visible().filter((item) => !shown.has(item));
      const rules = Object.fromEntries([...LAID, ...COLOURS].map((rule) => [rule, { enabled: false }]));
      const first = !shown.has(document.body);
      for (const item of fresh) shown.add(item);
      return first ? run(document, { runOnly: tags, rules }) : marked(fresh, { runOnly: tags, rules });
    },

    overflow: () => {
      const wide = document.documentElement.scrollWidth - innerWidth;
      const out = [...document.body.querySelectorAll("*")].filter(
        (item) => item.getBoundingClientRect().right > innerWidth && !item.closest("math, .scroll, pre"),
      );
      return wide > 0 ? [`${wide} px too wide: ${out.map((item) => item.outerHTML.slice(0, 80)).slice(0, 4)}`] : [];
    },

    // Formulas and coloured code hold no target: without their parts, and as large as before, they cost no time.
    empty: () => {
      const formulas = [...document.querySelectorAll("math")].filter((item) => !item.querySelector("a"));
      const sizes = formulas.map((item) => item.getBoundingClientRect());
      formulas.forEach((item, number) => {
        item.replaceChildren();
        const { width, height } = sizes[number];
        item.style.cssText = `display: inline-block; width: ${width}px; height: ${height}px`;
      });
      for (const item of document.querySelectorAll("pre code, pre .line")) {
        if (!item.querySelector("a, [id]")) item.textContent = item.textContent;
      }
    },

    layout: () => run(document, only(LAID)),

    // Colours of every look but those known; returns what is wrong and the looks that were tried.
    colours: async (known) => {
      const fresh = [...looks()].filter(([look]) => !known.includes(look));
      const wrong = await marked(fresh.map(([, { item }]) => item), only(COLOURS));
      return { wrong, looks: fresh.filter(([, { written }]) => written > 1).map(([look]) => look) };
    },
  };
})();
