// What the tests of access ask of a page in which axe-core is loaded.
globalThis.probes = {
  all: async (tags) => {
    const found = await axe.run(document, {
      runOnly: tags,
      rules: { "color-contrast": { enabled: false } },
      resultTypes: ["violations"],
    });
    return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html}`));
  },

  // Contrast takes most of the time: of the elements that look alike, with all that is behind them, one is tried.
  contrast: async () => {
    const seen = new Set();
    for (const old of document.querySelectorAll("[data-probe]")) old.removeAttribute("data-probe");
    for (const item of document.body.querySelectorAll("*")) {
      const written = [...item.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
      if (!written || !item.checkVisibility()) continue;
      const style = getComputedStyle(item);
      const look = [style.color, style.fontSize, style.fontWeight, item.localName];
      for (let behind = item; behind; behind = behind.parentElement) {
        const { backgroundColor, opacity } = getComputedStyle(behind);
        if (backgroundColor !== "rgba(0, 0, 0, 0)" || opacity !== "1") look.push(backgroundColor, opacity);
      }
      if (!seen.has(look.join())) item.dataset.probe = "";
      seen.add(look.join());
    }
    const found = await axe.run(
      { include: "[data-probe]" },
      { runOnly: { type: "rule", values: ["color-contrast"] }, resultTypes: ["violations"] },
    );
    return found.violations.flatMap((one) => one.nodes.map((node) => `${node.html} ${node.any[0].message}`));
  },

  folds: (open) => {
    for (const fold of document.querySelectorAll("details")) fold.open = open;
  },
};
