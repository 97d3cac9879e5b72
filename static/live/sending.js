// Sending what waits: in order, by one tab at a time, and again until the server answers. The server applies each action
// once, however often it arrives. One that fails holds up only what depends on it.

import { isOurs } from "../app.js";
import { phoneStorage, tabStorage } from "../storage.js";
import { fillIn } from "./draft.js";
import { all, arrive, change, laterThanAll, tell, valueOf } from "./waiting.js";

/** Milliseconds. */
const TO_ANSWER = 15_000;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;
/** While the server says that it can't save, which may be mended at any moment. */
const LONGEST_UNTIL_MENDED = 8000;
/** How often an action is sent that the server fails at, before someone has to decide about it. */
const TRIES = 4;
/** What the server answers to every action alike: too many, can't save, disk full. */
const TO_ALL = [429, 507];
/** What it answers when others have changed what an action is about. */
const OUTDATED = 409;
/** Milliseconds for which other tabs are waited for: a phone may stop one that nobody looks at in the middle of its work. */
const TO_WAIT = 30_000;
/** Plain http has no locks, so that a tab takes a lease there, which ends soon after the tab does. */
const LEASE = "outbox lease";
const LASTS = 5000;
const POLL = 250;
const MOMENT = 20;
const SHUT_OUT = "This phone was removed, or its link was renewed or has ended. This will be sent once it has joined again.";
/** Asks for an answer without the page that a form leads to. */
const NO_PAGE = { "Scorekeeper-Page": "none" };

/** Whether the browser was asked to let the phone keep what waits. */
let isAskedFor = false;

export class Sender {
  /** How often in a row there was no answer. */
  failures = 0;
  /** What the server says is wrong with it; nothing if it did not answer. */
  reason = "";
  /** Whether it is only busy, which passes soon, and until when. */
  isBusy = false;
  busyUntil = 0;
  told = new Set();
  /** How often the server has failed at an action, by its id. */
  failedAt = new Map();

  /** `mayTry` says whether the server can be reached; `deliver` sends an action, with `post`; `onFail` is told. */
  constructor({ mayTry = () => true, deliver = postAlone, onFail = () => {} } = {}) {
    Object.assign(this, { mayTry, deliver, onFail });
    // Not on a page that is being left: what it begins to read may never end, and nobody could write.
    for (const kind of ["online", "pageshow", "visibilitychange"]) {
      addEventListener(kind, () => document.hidden || this.send());
    }
    document.addEventListener("actions-readable", () => this.send());
  }

  /** Send all that waits, now or as soon as the server wants to be asked again. */
  send() {
    if (performance.now() < this.busyUntil) return this.tellAll();
    clearTimeout(this.timer);
    this.again = true;
    return (this.running ??= this.run().finally(() => (this.running = null)));
  }

  async run() {
    while (this.again) {
      this.again = false;
      if (!this.mayTry()) await this.tellAll();
      else if ((await all()).length) await alone(() => this.empty()).catch(() => {});
    }
  }

  async tellAll() {
    for (const action of await all()) this.tellOf(action);
  }

  async empty() {
    const failed = new Set();
    let failure = null;
    for (let action; this.mayTry() && (action = nextOf(await all(), failed)); ) {
      try {
        await this.deliver(await prepared(action));
      } catch (error) {
        failure = error;
        if (!(await this.passOver(action, error, failed))) break;
        continue;
      }
      this.failures = 0;
      this.told.delete(action.uid);
      this.failedAt.delete(action.uid);
    }
    const isLeft = ({ uid, state }) => failed.has(uid) && state === "waiting";
    this.pauseAfter((await all()).some(isLeft) ? failure : null);
  }

  /** Note that an action failed; return whether others may be sent all the same. */
  async passOver(action, { status, reason, busyFor, isShutOut }, failed) {
    for (const each of isShutOut ? await all(action.address) : [action]) {
      failed.add(each.uid);
      if (isShutOut && each.state === "waiting") await change(each.uid, { answer: SHUT_OUT });
      this.tellOf(each);
    }
    this.onFail(action);
    if (isShutOut) return true;
    if (!status) return isReachable(action);
    if (TO_ALL.includes(status) || busyFor) return false;
    // The database may be damaged in one place only.
    if (status === 503) return true;
    const times = (this.failedAt.get(action.uid) ?? 0) + 1;
    this.failedAt.set(action.uid, times);
    if (times === TRIES) await setAside(action, "refused", reason);
    return true;
  }

  /** Send what is left after a while, if there was a failure that may pass. */
  pauseAfter(failure) {
    const { status, reason = "", busyFor = 0, isShutOut = false } = failure ?? {};
    this.reason = reason;
    this.isBusy = busyFor > 0;
    if (!failure || isShutOut) return (this.failures = 0);
    const longest = [503, 507].includes(status) ? LONGEST_UNTIL_MENDED : LONGEST_PAUSE;
    const pause = this.isBusy ? 1000 * busyFor : Math.min(FIRST_PAUSE * 2 ** this.failures, longest);
    if (this.isBusy) this.busyUntil = performance.now() + pause;
    this.timer = setTimeout(() => this.send(), pause);
    this.failures += 1;
  }

  /** Tell the page once that an action could not be sent at once. */
  tellOf(action) {
    if (action.state !== "waiting" || this.told.has(action.uid)) return;
    this.told.add(action.uid);
    // Browsers may delete what a website keeps, unless they were asked not to.
    if (!isAskedFor) navigator.storage?.persist?.();
    isAskedFor = true;
    tell("action-waiting", action);
  }
}

/**
 * Return what is sent next of what has not failed just now. What is about the hands of a game waits for what was entered
 * before it; if that was refused, until someone has decided about it, unless it was entered since.
 */
function nextOf(actions, failed) {
  const isUndecided = ({ uid, state, refused }, at) => (state === "waiting" ? failed.has(uid) : at < refused);
  const blocks = (other, action) =>
    other.address === action.address && other.at < action.at && isUndecided(other, action.at) && [other, action].every(isInOrder);
  const isFree = (action) => action.state === "waiting" && !failed.has(action.uid);
  return actions.find((action) => isFree(action) && !actions.some((other) => blocks(other, action)));
}

function isInOrder({ fields }) {
  return fields.some(([name]) => name === "seats");
}

/** Return whether the server answers to something else than an action that it did not answer to. */
function isReachable({ address }) {
  return ask(`${address}/version`, { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** Return whether this phone may still see a game or a night. */
export async function maySee(address) {
  return (await ask(`${address}/version`, { cache: "no-store" })).status !== 404;
}

/** Send an action without a page that shows the answer. What was accepted waits no more. */
export async function postAlone(action) {
  const answer = await post(action);
  await (isAccepted(answer) ? arrive(action) : refuse(action, answer));
}

/** Send an action, and return the server's answer; fails if there is none. */
export async function post(action, headers = NO_PAGE) {
  let answer = await send(action, headers);
  // The page was open for so long that its protection against forged requests has expired.
  if (answer.status === 400) answer = await sendRenewed(action, headers);
  if (answer.status === 404 && !(await maySee(action.address))) throw Object.assign(new Error(SHUT_OUT), { isShutOut: true });
  return answer;
}

/** Send an action with a new token; return the page that should have one if this phone may not see it any more. */
async function sendRenewed(action, headers) {
  const answer = await fetchPage(action);
  if (!answer.ok && !answer.redirected) return answer;
  const token = parse(answer.html).querySelector("[name=csrf_token]")?.value ?? "";
  return send(withField(action, "csrf_token", token), headers);
}

/** Return whether an answer says where the action leads that it is about. */
export function isAccepted({ headers }) {
  return headers.has("Content-Location");
}

function send({ action, fields }, headers) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  // The app answers an open page without a redirect; a proxy may redirect to where people sign in, and back from there.
  return ask(action, { method: "POST", body, headers, redirect: "manual" });
}

/** Return the whole answer of the app, with its `html`; fails if there is none, a part of one, or only one of a proxy. */
export async function ask(address, how) {
  const answer = await fetch(address, { ...how, signal: AbortSignal.timeout?.(TO_ANSWER) });
  if (!isOurs(answer)) throw new Error(answer.statusText);
  const { status, headers, ok, redirected, url } = answer;
  const html = await answer.text();
  if (status >= 500 || status === 429) throw failureOf(status, headers, html);
  return { status, headers, ok, redirected, url, html };
}

/** Return the failure that an answer tells of: its reason is the heading of the page, or a briefer one; if the server is busy, for how long. */
function failureOf(status, headers, html) {
  const heading = parse(html).querySelector("main h1");
  const reason = heading?.dataset.brief ?? heading?.textContent.trim();
  const busyFor = [429, 503].includes(status) ? Number(headers.get("Retry-After")) : 0;
  return Object.assign(new Error(reason), { status, reason, busyFor });
}

/** Keep why an action was refused, until someone decides. */
export function refuse(action, { html, status }) {
  const page = parse(html);
  const state = page.querySelector(`[data-conflict="${action.uid}"]`) ? "conflict" : "refused";
  return setAside(action, state, reasonOn(page), status === OUTDATED);
}

async function setAside(action, state, answer, isOutdated = false) {
  const refusal = { state, answer, isOutdated, refused: laterThanAll() };
  await change(action.uid, refusal, action.at);
  tell("action-refused", { ...action, ...refusal });
}

/** Send an action again that was refused, as it is; if others have changed what it is about, show its form as it is now. */
export async function tryAgain(action, sender) {
  const { uid, at, isOutdated } = action;
  if (isOutdated && (await fillIn(action))) return;
  sender.failedAt.delete(uid);
  await change(uid, { state: "waiting", answer: undefined, isOutdated: undefined, refused: undefined }, at);
  sender.send();
}

/** Return what a page says against the form that it refuses. */
function reasonOn(page) {
  const said = [...page.querySelectorAll(".flash, .problem")].map(({ textContent }) => textContent.trim()).filter(Boolean);
  const sentences = said.length ? said : [(page.querySelector("main .lead") ?? page.querySelector("main h1"))?.textContent ?? ""];
  return [...new Set(sentences)].join(" ");
}

/**
 * Return an action as it is sent. What was entered after another action that has arrived since belongs to the game as
 * that left it, unless someone else has changed the game as well.
 */
async function prepared(action) {
  if (!action.follows) return action;
  const page = parse((await fetchPage(action)).html);
  const now = page.querySelector("main [name=revision]")?.form.elements;
  const isSame = Number(page.body.dataset.version) === action.known && now && isInOrder(action) && fits(action, now.number.value);
  const names = isSame ? ["number", "seats", "revision"] : [];
  const next = names.reduce((one, name) => withField(one, name, now[name].value), action);
  await change(action.uid, { fields: next.fields, follows: false }, action.at);
  return { ...next, follows: false };
}

/** Return whether an action can be about the game as it is now: what is entered next is about the hand that is due. */
function fits(action, number) {
  return !valueOf(action, "ahead") && (valueOf(action, "number") === number || !/\/(bid|trump|hands)$/.test(action.action));
}

/** Fetch the page of the game or night that an action is about. */
function fetchPage({ address }) {
  return ask(address, { cache: "no-store" });
}

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

function withField(action, name, value) {
  return { ...action, fields: action.fields.map((field) => (field[0] === name ? [name, value] : field)) };
}

/** Ends the work of a page that is left: old Safari keeps its lock as long as Back leads to it. */
let leave = () => {};
addEventListener("pagehide", () => leave());

/** This tab keeps its lease when it goes to another page. */
const tab = ownName();

/** Do some work while no other tab does, and return what it returns. */
async function alone(work) {
  if (navigator.locks) return locked(work);
  while (!(await take())) await pause(POLL);
  const renewing = setInterval(renew, LASTS / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    phoneStorage.remove(LEASE);
  }
}

/** Wait for other tabs, but for none forever: what two tabs send counts once. */
async function locked(work) {
  let begun;
  const begin = () => (begun = Promise.race([work(), new Promise((done) => (leave = done))]));
  for (const how of [{ signal: AbortSignal.timeout?.(TO_WAIT) }, { steal: true }]) {
    try {
      return await navigator.locks.request("outbox", how, begin);
    } catch {
      if (begun) return begun;
    }
  }
  return work();
}

async function take() {
  const { holder, until } = lease();
  if (holder && holder !== tab && until > Date.now() && until <= Date.now() + LASTS) return false;
  // A phone that is full keeps no lease: what is sent twice counts once, and what is never sent not at all.
  if (!renew()) return true;
  // Of two tabs that take it at the same moment, the last one has it.
  if (holder !== tab) await pause(MOMENT);
  return lease().holder === tab;
}

/** Take the lease for longer; return whether the phone keeps it. */
function renew() {
  return phoneStorage.write(LEASE, { holder: tab, until: Date.now() + LASTS });
}

function lease() {
  return phoneStorage.read(LEASE) ?? {};
}

function ownName() {
  const name = tabStorage.get("tab") ?? String(Math.random());
  tabStorage.set("tab", name);
  return name;
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
