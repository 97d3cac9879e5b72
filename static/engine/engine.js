// The rules themselves on the phone: Python in a worker scores what was entered while the server can't be reached.
//
// A *play* is what GET /plays/<id>/engine.json gives: {sheet: the scoresheet with its hands, bidding: the bid of the hand
// in progress or null}. *Fields* are those of a form in order: [[name, value], …], as in [...new FormData(form)].
// Nothing here changes a play: an answer's `play` is another one.

import { phoneStorage } from "../storage.js";

/** Milliseconds. */
const TO_ANSWER = 60_000;
const TO_FIND = 1500;
/** After which it is loaded although the browser has found no idle moment: some report none on a page at rest. */
const TO_BE_IDLE = 5000;

/** The address of the app, which ends with a slash. */
const ROOT = new URL("../../../", import.meta.url);
/** Where the address of the files is kept which this phone had last. */
const LAST = "engine";
const SLOW = ["slow-2g", "2g", "3g"];
/** Gigabytes of memory with which a phone does not run Python beside the page. */
const TOO_FEW = 1;

let engine;

/** Return whether the engine can be used, once it is loaded. It is fetched only now, in a worker of its own. */
export function load() {
  engine ??= start().catch(() => (engine = null));
  return engine.then(Boolean);
}

/**
 * Load the engine once nothing else is to be done; return whether it can be used. Over a slow connection, or one that is
 * to be used sparingly, only what is on the phone is loaded.
 */
export async function loadEarly() {
  const { saveData, effectiveType } = navigator.connection ?? {};
  if (navigator.deviceMemory <= TOO_FEW) return false;
  if ((saveData || SLOW.includes(effectiveType)) && !(await isOnPhone())) return false;
  const whenIdle = window.requestIdleCallback ?? ((then) => setTimeout(then));
  await new Promise((then) => whenIdle(then, { timeout: TO_BE_IDLE }));
  return load();
}

/** Return whether loading it takes nothing from the network, as it was loaded before. */
async function isOnPhone() {
  const last = phoneStorage.get(LAST);
  return Boolean(last) && (await findFiles()) === last;
}

/**
 * Return the answer to a question about a play:
 *   "preview", play, fields: what a hand would score, as {html: the same preview as the server's,
 *     problems: [{field, message}], hand: its JSON or null if it is refused, words: [[label, value], …], play: with it}
 *   "correct", play, number, fields: what correcting a hand would change, as {html, problems, play: with the correction};
 *     without a play if it is refused, or if later hands would no longer count
 *   "bid", play, fields: what a bid is, as {problems, bidding: its JSON or null if it is refused, words, play: with it}
 *   "score", play: the play as its pages show it, as {result: the answer of the scoring contract, number: of the next
 *     hand, dealer, board, heading, ended: how it ended, or ""}
 */
export async function ask(...question) {
  if (!(await load())) throw new Error("There is no engine on this phone.");
  return Promise.race([(await engine)(...question), late("The engine doesn’t answer.", TO_ANSWER)]);
}

async function start() {
  const files = await findFiles();
  if (!files) return null;
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  let last = 0;
  const call = (name, ...args) =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      worker.postMessage({ id: last, name, args });
    });
  worker.addEventListener("message", ({ data: { id, answer, error } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  worker.addEventListener("error", ({ message }) => {
    engine = null;
    for (const { reject } of waiting.values()) reject(new Error(message));
  });
  await call("load", new URL(files, ROOT).href);
  phoneStorage.set(LAST, files);
  return call;
}

/** Return the address of the engine's files; while the server gives no answer, of those which this phone had last. */
async function findFiles() {
  const last = phoneStorage.get(LAST);
  const asked = fetch(new URL("engine", ROOT)).then((answer) => answer.json());
  try {
    const { files } = await (last ? Promise.race([asked, late("The server doesn’t answer.", TO_FIND)]) : asked);
    return files;
  } catch {
    return last;
  }
}

function late(message, after) {
  return new Promise((_, reject) => setTimeout(reject, after, new Error(message)));
}
