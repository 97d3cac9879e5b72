// What was entered and is still to be sent. It is kept on the phone, so that it outlasts the page and the browser; where
// the phone refuses to, it lasts as long as the page.
//
// An action is what a form would send:
//   uid      its id, which the server applies once (also one of the fields)
//   address  of the game or night that it is about, such as /plays/7
//   page     the path of the page it was entered on
//   action   the path that the form is sent to
//   fields   names with values, in order, as they are sent
//   words    what it is, such as "Hand 7" or "Correction of hand 3"
//   entered  what was entered, in words
//   at       when, in milliseconds; another time means another entry with the same id
//   known    the version of the game or night that the page showed
//   settles  the id of the refused action that someone decides about with it
//   follows  whether what was entered before it has arrived since
//   state    "waiting", "refused" or "conflict"; what the server refused stays until someone decides
//   answer   why it was refused, in words, and
//   refused  when, and
//   isOutdated  whether that is because others have changed what it is about
//   isHandedOver  whether another phone has been shown it as well
//   order    its place among all actions
//
// The document is told of each in "action-waiting" (it could not be sent at once), "action-sent" and "action-refused",
// and of any change, here or in another tab, in "actions-changed".

import { own } from "../own.js";
import { phoneStorage } from "../storage.js";

const NAME = own("outbox");
const STORE = "actions";
/** The last part of the version of a form filled in while earlier actions are still to be sent. */
const AHEAD = "ahead";
/** Milliseconds after which a database that does not open counts as refused. */
const TO_OPEN = 3000;

/** Actions that the phone refused to keep, by their ids. */
const unkept = new Map();
/** What the phone kept when it was read last, to keep it again if someone empties the phone's storage. */
let lastRead = [];
const tabs = globalThis.BroadcastChannel && new BroadcastChannel(NAME);
let opened;

tabs?.addEventListener("message", ({ data }) => dispatch(...data));

/** When the last action was entered or refused. */
let latest = 0;

/** What is being read. On a page that is left it might never end, and nobody could write. */
const reads = new Set();
addEventListener("pagehide", () => reads.forEach(abort));

function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has just ended.
  }
}

/** Return all actions in order, or those about one game or night. */
export async function all(address) {
  const kept = await inStore("readonly", (store) => store.getAll()).then(
    (found) => (lastRead = found),
    () => [],
  );
  const others = kept.filter(({ uid }) => !unkept.has(uid));
  return [...others, ...unkept.values()].filter((action) => !address || action.address === address);
}

/** Keep an action, at the place of the one with the same id if there is one, after those that could not be kept. */
export async function add(action) {
  const actions = [...new Map(unkept).set(action.uid, action).values()];
  try {
    for (const each of actions) {
      await edit(each.uid, (known, store) => store.put({ ...each, ...(known && { order: known.order }) }));
      if (unkept.get(each.uid) === each) unkept.delete(each.uid);
    }
  } catch {
    unkept.set(action.uid, action);
  }
  // Pages that follow nothing look here from now on.
  phoneStorage.set("outbox", "used");
  tell("actions-changed");
}

/** Change part of an action, if it is still there and, if a time is given, was entered then. */
export async function change(uid, part, at) {
  const found = unkept.get(uid);
  if (!found) await edit(uid, (known, store) => isEntered(known, at) && store.put({ ...known, ...part }));
  else if (isEntered(found, at)) Object.assign(found, part);
  tell("actions-changed");
}

/** Drop an action, unless something else was entered since a time that is given. */
export async function remove(uid, at) {
  const isUnkept = isEntered(unkept.get(uid), at) && unkept.delete(uid);
  // What it should have replaced may still be kept.
  const kept = edit(uid, (known, store) => isEntered(known, isUnkept ? undefined : at) && store.delete(known.order));
  await (isUnkept ? kept.catch(() => {}) : kept);
  tell("actions-changed");
}

/** Drop an action that has arrived, and the one that it decides about; those entered after it follow it. */
export async function arrive(action) {
  const { uid, at, address, settles } = action;
  await remove(uid, at);
  if (settles) await remove(settles);
  for (const other of await all(address)) {
    if (other.at > at && other.state === "waiting") await change(other.uid, { follows: true, known: other.known + 1 });
  }
  tell("action-sent", action);
}

function isEntered(known, at) {
  return known && (at === undefined || known.at === at);
}

/** Return whether a conflict is decided on this page: where it was entered, or where its game or night is shown. */
export function isHere({ page, address }) {
  return [page.split("?")[0], address].includes(location.pathname);
}

/** Return when something happens, always later than what happened before: a phone's clock may be set back. */
export function laterThanAll() {
  latest = Math.max(Date.now(), latest + 1);
  return latest;
}

/** Return a new id for an action. */
export function newUid() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return whether there is an action that is lost with the page. */
export function isAnyUnkept() {
  return unkept.size > 0;
}

/** Tell this page and the other tabs what has happened to an action. */
export function tell(kind, action) {
  dispatch(kind, action);
  tabs?.postMessage([kind, action]);
}

function dispatch(kind, detail) {
  document.dispatchEvent(new CustomEvent(kind, { detail }));
}

/** Change what is kept about one action, in one step. */
function edit(uid, change) {
  return inStore("readwrite", (store) => {
    const found = store.index("uid").get(uid);
    found.onsuccess = () => {
      try {
        change(found.result, store);
      } catch {
        store.transaction.abort();
      }
    };
  });
}

/** Do something with the store, and return the result of its request once it is safely on the phone. */
async function inStore(mode, work) {
  const transaction = await begin(mode);
  return new Promise((done, fail) => {
    const request = work(transaction.objectStore(STORE));
    const end = (settle, result) => {
      reads.delete(transaction);
      settle(result);
    };
    if (mode === "readonly") reads.add(transaction);
    transaction.oncomplete = () => end(done, request?.result);
    transaction.onabort = () => end(fail, transaction.error);
  });
}

async function begin(mode) {
  const start = (database) => database.transaction(STORE, mode, { durability: "strict" });
  const database = await open();
  try {
    return start(database);
  } catch {
    // Its connection is lost, as on some phones when they wake up.
    opened = null;
    return start(await open());
  }
}

function open() {
  return (opened ??= openAnew().catch((error) => {
    opened = null;
    for (const action of lastRead) unkept.set(action.uid, action);
    throw error;
  }));
}

function openAnew() {
  return new Promise((done, fail) => {
    setTimeout(fail, TO_OPEN, new Error("The database does not open."));
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
      store.createIndex("uid", "uid", { unique: true });
      for (const action of lastRead) store.put(action);
    };
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      // A phone closes it when it is short of memory, or when its storage is emptied.
      request.result.onclose = request.result.onversionchange = () => {
        request.result.close();
        opened = null;
        tell("actions-changed");
      };
      opened = Promise.resolve(request.result);
      done(request.result);
    };
  });
}

/** Return the value that an action sends under a name: undefined if there is none. */
export function valueOf({ fields }, name) {
  return fields.find(([one]) => one === name)?.[1];
}

/** Return the step of a hand that an action saves: "/bid", "/trump" or "/hands"; another action has its own path. */
export function stepOf({ action, address }) {
  return action.slice(address.length).split("?")[0];
}

/** Return the number of the hand that an action is about; 0 if it is about no hand that is due. */
export function numberOf(action) {
  const isDue = ["/bid", "/trump", "/hands"].includes(stepOf(action));
  return isDue ? Number.parseInt(valueOf(action, "version"), 10) || 0 : 0;
}

/** Return the version of a form for a hand, when actions wait that come before it. */
export function versionAhead(version, number) {
  const [was, seats] = version.split(".");
  return [number ?? was, seats, AHEAD].join(".");
}

/** Drop actions about the same thing. The hands after a hand that is dropped get its number and so on. */
export async function discard(actions) {
  for (const { uid, at } of actions) await remove(uid, at);
  const { address, state } = actions[0];
  const dropped = numberOf(actions[0]);
  const rest = await all(address);
  // After a conflict someone else's hand has the number, and what else waits for the same hand keeps it.
  if (!dropped || state === "conflict" || rest.some((action) => numberOf(action) === dropped)) return;
  for (const action of rest.filter((each) => numberOf(each) > dropped)) {
    const number = numberOf(action) - 1;
    const renumber = ([name, value]) =>
      name === "version" ? [name, versionAhead(value, number)] : [name.replace(/^hand-\d+$/, `hand-${number}`), value];
    await change(action.uid, { fields: action.fields.map(renumber), words: action.words.replace(number + 1, number) });
  }
}
