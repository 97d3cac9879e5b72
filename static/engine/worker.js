// Python in a worker, with the rules themselves. It is started afresh once; its memory is then kept on the phone, in
// IndexedDB, which is there without https too: reading it back takes a tenth of the time.

import { own } from "../storage.js";

const DATABASE = own("engine");
const STORE = "memory";
/** Milliseconds after which storage that gives no answer counts as refused. */
const TO_ANSWER = 10_000;

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

/** Return whether there is memory kept for these files. */
async function hasMemory(files) {
  return Boolean(await inStore("readonly", (store) => store.getKey(files)).catch(() => null));
}

/** Return the memory kept for these files. */
function readMemory(files) {
  return inStore("readonly", (store) => store.get(files));
}

/** Keep the memory for these files, and none for others. Where there is no room, Python starts afresh each time. */
async function keepMemory(files, memory) {
  await inStore("readwrite", (store) => {
    store.clear();
    return store.put(memory, files);
  }).catch(() => {});
}

/** Drop all memory, such as one that can't be used. */
async function dropMemory() {
  await inStore("readwrite", (store) => store.clear()).catch(() => {});
}

function inStore(mode, ask) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, TO_ANSWER, new Error("The database doesn’t answer."));
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction(STORE, mode);
      const asked = ask(change.objectStore(STORE));
      change.onabort = change.onerror = () => reject(change.error);
      change.oncomplete = () => {
        opening.result.close();
        resolve(asked.result ?? null);
      };
    };
  });
}
