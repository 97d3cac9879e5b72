// What was entered and is still to be sent. It is kept on the phone, so that it outlasts the page and the browser; where
// the phone refuses to, or gives no answer, it lasts as long as the page.
//
// An action is what a form would send:
//   uid      its id, which the server applies once (also one of the fields)
//   address  of the game or night that it is about, such as /plays/7
//   game     what its game is called, if it is about one
//   page     the path of the page it was entered on
//   action   the path that the form is sent to
//   fields   names with values, in order, as they are sent; of a form for a hand, with what it was drawn from: the hand's
//            number, the seats and the revision of the game, or that it was filled in ahead of others still to be sent
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
// and of any change, here or in another tab, in "actions-changed"; "actions-readable" says that the phone answers again.

import { own, phoneStorage } from "../storage.js";

/** Milliseconds. */
const TO_ANSWER = 1000;

/** What is being read. On a page that is left it might never end, and nobody could write. */
const reads = new Set();
addEventListener("pagehide", () => reads.forEach(abort));

/** A database of the browser with one store, which is waited for only a moment: on some phones it never opens or answers. */
class Database {
  /** The modes, "readonly" or "readwrite", in which it gave no answer last, so that it isn't waited for. */
  silent = new Set();

  /**
   * `create` makes its store; `onLost` is told that the phone has closed it, as when its storage is emptied, and
   * `onAnswer` that it may answer again.
   */
  constructor(name, store, { create, onLost, onAnswer }) {
    Object.assign(this, { name, store, create, onLost, onAnswer });
  }

  /**
   * Do something with the store, and return the result of its request once it is safely on the phone. It fails if that
   * takes too long. What has begun by then may be done later, in the order asked for; `then` is called once it is.
   */
  ask(mode, work, then = () => {}) {
    let isLate = false;
    let timer;
    const late = new Promise((_, fail) => {
      const giveUp = () => {
        isLate = true;
        // Another connection may get an answer.
        if (!this.silent.has(mode)) this.opened = null;
        this.silent.add(mode);
        fail(new Error("The database doesn’t answer."));
      };
      timer = setTimeout(giveUp, this.silent.has(mode) ? 0 : TO_ANSWER);
    });
    const answer = this.transact(mode, work, () => isLate).then((result) => {
      then();
      if (this.silent.delete(mode)) this.onAnswer();
      return result;
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async transact(mode, work, isLate) {
    const transaction = await this.begin(mode);
    return new Promise((done, fail) => {
      if (isLate()) throw new Error("The database opened too late.");
      const request = work(transaction.objectStore(this.store));
      const end = (settle, result) => {
        reads.delete(transaction);
        settle(result);
      };
      if (mode === "readonly") reads.add(transaction);
      transaction.oncomplete = () => end(done, request?.result);
      transaction.onabort = () => end(fail, transaction.error);
    });
  }

  async begin(mode) {
    const start = (database) => database.transaction(this.store, mode, { durability: "strict" });
    const database = await this.open();
    try {
      return start(database);
    } catch {
      // Its connection is lost, as on some phones when they wake up.
      this.opened = null;
      return start(await this.open());
    }
  }

  open() {
    return (this.opened ??= this.openAnew().catch((error) => {
      this.opened = null;
      throw error;
    }));
  }

  openAnew() {
    return new Promise((done, fail) => {
      const request = indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => this.create(request.result);
      request.onerror = () => fail(request.error);
      request.onsuccess = () => {
        // A phone closes it when it is short of memory, or when its storage is emptied.
        request.result.onclose = request.result.onversionchange = () => {
          request.result.close();
          this.opened = null;
          this.onLost();
        };
        this.opened = Promise.resolve(request.result);
        done(request.result);
        // It opened late.
        if (this.silent.size) this.onAnswer();
      };
    });
  }
}

function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has just ended.
  }
}

/** Actions that the phone did not keep, or can't read any more, by their ids. */
const unkept = new Map();
/** For each id of an action that was dropped, what tells which entries: the phone may not have dropped them yet. */
const dropped = new Map();
/** What the phone keeps as far as the page knows, for when it can't be read, or someone empties the storage. */
let lastRead = [];
const tabs = channel();
const database = new Database(own("outbox"), "actions", {
  create(made) {
    const store = made.createObjectStore("actions", { keyPath: "order", autoIncrement: true });
    store.createIndex("uid", "uid", { unique: true });
    for (const action of lastRead) store.put(action);
  },
  onLost: () => tell("actions-changed"),
  onAnswer: () => ["actions-changed", "actions-readable"].forEach((kind) => dispatch(kind)),
});

tabs?.addEventListener("message", ({ data }) => dispatch(...data));

/** When the last action was entered or refused. */
let latest = 0;

function channel() {
  try {
    return new BroadcastChannel(own("outbox"));
  } catch {
    // Then tabs learn of each other's actions when they look.
    return null;
  }
}

/** Return all actions in order, or those about one game or night. */
export async function all(address) {
  const kept = await database.ask("readonly", (store) => store.getAll()).then(noteRead, goOnInMemory);
  const others = kept.filter(({ uid }) => !unkept.has(uid));
  const place = ({ order = Infinity }) => order;
  const actions = [...others, ...unkept.values()].sort((one, other) => place(one) - place(other) || 0);
  return actions.filter((action) => !address || action.address === address);
}

/** Note what the phone keeps, and return it without what was dropped. */
function noteRead(found) {
  for (const action of lastRead) if (unkept.get(action.uid) === action) unkept.delete(action.uid);
  for (const { uid } of found.filter(isDropped)) drop(uid).catch(() => {});
  return (lastRead = found.filter((action) => !isDropped(action)).map(upToDate));
}

/** Go on with what the phone keeps as far as the page knows. */
function goOnInMemory() {
  for (const action of lastRead) if (!unkept.has(action.uid) && !isDropped(action)) unkept.set(action.uid, action);
  return [];
}

function isDropped(action) {
  return dropped.get(action.uid)?.(action);
}

/** Keep an action, at the place of the one with the same id if there is one, after those that could not be kept. */
export async function add(action) {
  dropped.delete(action.uid);
  const placed = { ...action, order: inMemory(action.uid)?.order };
  try {
    for (const each of new Map(unkept).set(action.uid, placed).values()) await keep(each);
  } catch {
    unkept.set(action.uid, placed);
  }
  // Pages that follow nothing look here from now on.
  phoneStorage.set("outbox", "used");
  tell("actions-changed");
}

function keep(action) {
  const { order: was, ...entry } = action;
  const before = unkept.get(action.uid);
  let order;
  const put = (known, store) => {
    const request = store.put({ ...entry, ...(known && { order: known.order }) });
    request.onsuccess = () => (order = request.result);
  };
  return edit(action.uid, put, () => {
    if ([before, action].includes(unkept.get(action.uid))) unkept.delete(action.uid);
    noteKept({ ...entry, order });
  });
}

/** Note what the phone keeps as it does since it was read. */
function noteKept(action) {
  lastRead = [...lastRead.filter(({ uid }) => uid !== action.uid), action];
}

/** Return an action that the page knows without asking the phone. */
function inMemory(uid) {
  return unkept.get(uid) ?? lastRead.find((action) => action.uid === uid);
}

/** Change part of an action, if it is still there and, if a time is given, was entered then. */
export async function change(uid, part, at) {
  const isMeant = (known) => isEntered(known, at);
  const put = (known, store) => isMeant(known) && store.put({ ...known, ...part });
  let changed;
  const note = () => {
    const known = lastRead.find((action) => action.uid === uid);
    if (isMeant(known)) noteKept({ ...known, ...part });
    if (changed && unkept.get(uid) === changed) unkept.delete(uid);
  };
  const isKept = !unkept.has(uid) && (await edit(uid, put, note).then(() => true, () => false));
  const found = inMemory(uid);
  if (!isKept && isMeant(found)) unkept.set(uid, (changed = { ...found, ...part }));
  tell("actions-changed");
}

/** Drop an action, unless something else was entered since a time that is given. */
export async function remove(uid, at) {
  const isUnkept = isEntered(unkept.get(uid), at) && unkept.delete(uid);
  // What it should have replaced may still be kept.
  const isMeant = (known) => isEntered(known, isUnkept ? undefined : at);
  dropped.set(uid, isMeant);
  await drop(uid).catch(() => {});
  tell("actions-changed");
}

function drop(uid) {
  const isMeant = dropped.get(uid);
  const forget = () => {
    lastRead = lastRead.filter((action) => action.uid !== uid || !isMeant(action));
    if (dropped.get(uid) === isMeant) dropped.delete(uid);
  };
  return edit(uid, (known, store) => isMeant(known) && store.delete(known.order), forget);
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

/** Change what is kept about one action, in one step; `then` is called once that is safely on the phone. */
function edit(uid, change, then) {
  const work = (store) => {
    const found = store.index("uid").get(uid);
    found.onsuccess = () => {
      try {
        change(found.result, store);
      } catch {
        store.transaction.abort();
      }
    };
  };
  return database.ask("readwrite", work, then);
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
  return isDue ? Number(valueOf(action, "number")) || 0 : 0;
}

/** Return an action with the fields that forms have by now: until version 1.0 they had one text for these four. */
function upToDate(action) {
  const version = valueOf(action, "version");
  if (version === undefined) return action;
  const [number, seats, revision] = version.split(".");
  const said = { number, seats, ...(revision === "ahead" ? { revision: "", ahead: "yes" } : { revision, ahead: "" }) };
  const others = action.fields.filter(([name]) => name !== "version");
  const fields = others.map(([name, value]) => [name === "revision" ? "corrects" : name, value]);
  return { ...action, fields: [...fields, ...Object.entries(said)] };
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
    const now = { number: String(number), ahead: "yes" };
    const renumber = ([name, value]) => [name.replace(/^hand-\d+$/, `hand-${number}`), now[name] ?? value];
    await change(action.uid, { fields: action.fields.map(renumber), words: action.words.replace(number + 1, number) });
  }
}
