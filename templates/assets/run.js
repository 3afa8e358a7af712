// On request a check runs in the reader's browser, and its print is held against the one that the page was built with.
const home = new URL(document.currentScript.dataset.root || ".", location.href);

const element = (name, className, ...content) => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
};
const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;
const linesOf = (text) => text.replace(/\n$/, "").split("\n");

// The numbers of a page whose evidence is a printed line, each with these lines.
const printed = (box) => {
  const check = new URL(box.dataset.check, location.href).pathname;
  const found = [];
  for (const number of box.closest(".article").querySelectorAll(".n[data-claim]")) {
    const row = document.getElementById(`c-${number.dataset.claim}`);
    const links = [...(row?.querySelectorAll("a[href*='#print-']") ?? [])].map((link) => new URL(link.href));
    const lines = links.filter((link) => link.pathname === check).map((link) => Number(link.hash.slice("#print-".length)));
    if (lines.length) found.push([number, lines]);
  }
  return found;
};

const compare = (box, told, recorded, lines) => {
  const differ = [];
  for (let at = 0; at < Math.max(recorded.length, lines.length); at += 1) if (recorded[at] !== lines[at]) differ.push(at);
  const numbers = printed(box);
  let same = 0;
  for (const [number, at] of numbers) {
    const holds = at.every((line) => !differ.includes(line - 1));
    number.classList.add(holds ? "again" : "otherwise");
    same += Number(holds);
  }
  box.dataset.outcome = differ.length ? "differs" : "same";
  if (!differ.length) {
    told.append(`The same ${counted(lines.length, "line")} as when this page was built. `
      + (numbers.length ? `${counted(same, "number")} of this page ${same === 1 ? "stands" : "stand"} in them, printed again before your eyes.` : ""));
    return;
  }
  told.append(`${counted(differ.length, "line")} of ${Math.max(recorded.length, lines.length)} ${differ.length === 1 ? "differs" : "differ"} from the print that this page was built with`
    + `${numbers.length > same ? `, and with them ${counted(numbers.length - same, "number")} of the page` : ""}.`);
  const rows = differ.slice(0, 20).flatMap((at) => [
    element("dt", "", `Line ${at + 1}`),
    element("dd", "", element("span", "", "then "), element("code", "", recorded[at] ?? "nothing")),
    element("dd", "", element("span", "", "now "), element("code", "", lines[at] ?? "nothing")),
  ]);
  told.after(element("dl", "differences", ...rows));
};

const run = async (box, button, told) => {
  const address = (path) => new URL(path, location.href).href;
  const asked = JSON.parse(box.dataset.told);
  box.querySelector(".differences")?.remove();
  delete box.dataset.outcome;
  for (const [number] of printed(box)) number.classList.remove("again", "otherwise");
  const say = (text) => { told.replaceChildren(text); };
  say("Fetching Python …");
  const lines = [];
  let worker = null;
  const began = performance.now();
  const ended = new Promise((done) => {
    worker = new Worker(new URL("assets/run-worker.js", home), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.line !== undefined) lines.push(data.line);
      else if (data.state) say(data.state);
      else done(data.fault ?? "");
    };
    worker.onerror = (event) => done(event.message || "this browser could not start it");
    button.onclick = () => done("it was stopped");
    worker.postMessage({ ...asked, script: address(box.dataset.script), home: new URL("assets/pyodide/", home).href });
  });
  button.textContent = "Stop";
  let fault = await ended;
  worker.terminate();
  try {
    const answer = fault ? null : await fetch(address(box.dataset.print));
    if (answer && !answer.ok) fault = "the print that the page was built with is not there";
    told.replaceChildren();
    if (fault) {
      box.dataset.outcome = "fault";
      told.append(`It did not run to its end: ${fault}`);
    } else {
      compare(box, told, linesOf(await answer.text()), linesOf(lines.join("\n")));
      told.append(` (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    }
  } catch (error) {
    box.dataset.outcome = "fault";
    say(`It could not be compared: ${error.message}`);
  }
  button.textContent = "Run it again";
  button.onclick = () => run(box, button, told);
};

const offer = (scope) => {
  const boxes = [...scope.querySelectorAll(".rerun")];
  if (scope.matches(".rerun")) boxes.push(scope);
  for (const box of boxes) {
    const button = box.querySelector("button");
    const told = box.querySelector(".told");
    if (location.protocol === "file:") {
      button.remove();
      told.textContent = "A page that is opened from disk cannot run its check: browsers let only pages from a server do so.";
    } else {
      button.onclick = () => run(box, button, told);
    }
  }
};
offer(document.documentElement);
document.addEventListener("tallybook:new", (event) => event.detail.forEach(offer));
