// Runs one check with Pyodide, apart from the page, which can end it.
const BOOK = "/book";

const fetched = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${new URL(address).pathname} is not there`);
  return answer.arrayBuffer();
};

const run = async ({ home, path, script, packages, files }) => {
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: home, env: { HOME: BOOK, PYTHONHASHSEED: "0" } });
  const put = (name, data) => {
    python.FS.mkdirTree(`${BOOK}/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`${BOOK}/${name}`, new Uint8Array(data));
  };
  const library = python.runPython("import site; site.getsitepackages()[0]");
  for (const name of packages) python.unpackArchive(await fetched(`${home}${name}`), "zip", { extractDir: library });
  for (const file of files) put(file, await fetched(`${home}book/${file}`));
  put(path, await fetched(script));
  postMessage({ state: "Running …" });
  python.setStdout({ batched: (line) => postMessage({ line }) });
  python.globals.set("check", `${BOOK}/${path}`);
  await python.runPythonAsync(`
import os, runpy, sys
os.chdir(os.path.dirname(check))
sys.argv = [check]
try:
    runpy.run_path(check, run_name="__main__")
except SystemExit as ended:
    if ended.code not in (None, 0):
        raise RuntimeError(f"it ended with {ended.code}") from None
sys.stdout.flush()
`);
};

onmessage = ({ data }) => {
  run(data).then(
    () => postMessage({ fault: null }),
    (error) => postMessage({ fault: String(error.message ?? error).trim().split("\n").at(-1) }),
  );
};
