// Python in a worker, with the rules themselves. It is started afresh once; after that its memory is read back.

import { dropMemory, hasMemory, keepMemory, readMemory } from "./memory.js";

/** What a preview is asked with, to have one before it is needed. */
const PREVIEW = JSON.stringify([
  {
    sheet: { scoresheet: 1, game: "coralon", players: ["Ann", "Bea", "Cal", "Dee"], hands: [] },
    bidding: { bidder: "Bea", bid: 5 },
  },
  [3, 5, 3, 2].map((count, seat) => [`tricks-${seat}`, `${count}`]),
]);

let answer;

addEventListener("message", async ({ data: { id, name, args } }) => {
  try {
    const said = name === "load" ? await start(...args) : JSON.parse(answer(name, JSON.stringify(args)));
    postMessage({ id, answer: said });
  } catch (error) {
    postMessage({ id, error: `${error.message ?? error}` });
  }
});

async function start(files) {
  const { loadPyodide } = await import(`${files}pyodide.mjs`);
  const begin = (more) => loadPyodide({ indexURL: files, stdLibURL: `${files}python_stdlib.zip`, ...more });
  const python = (await resume(begin, files)) ?? (await startAfresh(begin, files));
  answer = python.globals.get("answer");
  // The browser has yet to compile what a preview takes.
  answer("preview", PREVIEW);
}

/** Return Python with its memory read back, while the rest is loaded; null if there is none that can be used. */
async function resume(begin, files) {
  if (!(await hasMemory(files))) return null;
  try {
    const memory = readMemory(files);
    const python = await begin({ _loadSnapshot: memory });
    // Pyodide holds on to what it was given, but not to what was in it.
    const { buffer } = await memory;
    globalThis.structuredClone?.(buffer, { transfer: [buffer] });
    return python;
  } catch {
    await dropMemory();
    return null;
  }
}

async function startAfresh(begin, files) {
  const own = fetchBytes(`${files}scorekeeper.zip`);
  const python = await begin({ _makeSnapshot: true });
  python.FS.writeFile("/scorekeeper.zip", await own);
  python.runPython("import sys; sys.path.insert(0, '/scorekeeper.zip'); from scorekeeper.phone.scoring import answer");
  // What the first preview takes longer for is part of the memory too; what is held here can't be.
  python.runPython(`answer("preview", '${PREVIEW}')`);
  await keepMemory(files, python.makeMemorySnapshot());
  return python;
}

async function fetchBytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  return new Uint8Array(await response.arrayBuffer());
}
