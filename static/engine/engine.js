// The rules themselves on the phone: Python in a worker scores what was entered while the server can't be reached.
//
// A *play* is what GET /plays/<id>/engine.json gives: {sheet: the scoresheet with its hands, bidding: the bid of the hand
// in progress or null}. *Fields* are those of a form in order: [[name, value], …], as in [...new FormData(form)].
// Nothing here changes a play: what `bid` and `preview` return as `play` is the play with that bid or hand.

/** Milliseconds. */
const TO_ANSWER = 60_000;
const TO_FIND = 1500;

/** The address of the app, which ends with a slash. */
const ROOT = new URL("../../../", import.meta.url);
/** Where the address of the files is kept which this phone had last. */
const LAST = "engine";

let engine;

/** Return whether the engine can be used, once it is loaded. It is fetched only now, in a worker of its own. */
export function load() {
  engine ??= start().catch(() => (engine = null));
  return engine.then(Boolean);
}

/** Return whether loading it takes nothing from the network, as it was loaded before. */
export async function isOnPhone() {
  const last = localStorage.getItem(LAST);
  return Boolean(last) && (await findFiles()) === last;
}

/** Return the play with its hands' JSON as the server has it now; fails without a network. */
export async function fetchPlay(address) {
  const answer = await fetch(`${address}/engine.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/**
 * Return what a hand would score: {html: the same preview as the server's, problems: [{field, message}], hand: its JSON
 * or null if it is refused, words: [[label, value], …], play: the play with it, now: what `score` returns of that play}.
 */
export function preview(play, fields) {
  return ask("preview", play, fields);
}

/**
 * Return what correcting a hand would change: {html, problems, play: the play with the correction}; without a play if it is
 * refused, or if later hands would no longer count.
 */
export function correct(play, number, fields) {
  return ask("correct", play, number, fields);
}

/** Return what a bid is: {problems, bidding: its JSON or null if it is refused, words, play: the play with it}. */
export function bid(play, fields) {
  return ask("bid", play, fields);
}

/**
 * Return a play as its pages show it: {result: the answer of the scoring contract, number: of the next hand, dealer,
 * ended: how it ended, or "", columns: [{names, total, held, shown, says, won, deals, first, turn}], as on the board}.
 */
export function score(play) {
  return ask("score", play);
}

/**
 * Return what forms that wait do to a play in order, each as [its step ("/bid", "/trump" or "/hands"), its fields]:
 * {done: for each what `bid` or `preview` returns, without the play and the HTML, play: the play after them, now: what
 * `score` returns of it}. It ends with the first that is refused, or that only the server can do.
 */
export function replay(play, steps) {
  return ask("replay", play, steps);
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
  localStorage.setItem(LAST, files);
  return call;
}

/** Return the address of the engine's files; while the server gives no answer, of those which this phone had last. */
async function findFiles() {
  const last = localStorage.getItem(LAST);
  const asked = fetch(new URL("engine", ROOT)).then((answer) => answer.json());
  try {
    const { files } = await (last ? Promise.race([asked, late("The server gives no answer.", TO_FIND)]) : asked);
    return files;
  } catch {
    return last;
  }
}

async function ask(name, ...args) {
  if (!(await load())) throw new Error("There is no engine on this phone.");
  return Promise.race([(await engine)(name, ...args), late("The engine gives no answer.", TO_ANSWER)]);
}

function late(message, after) {
  return new Promise((_, reject) => setTimeout(reject, after, new Error(message)));
}
