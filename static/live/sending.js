// Sending what waits: in order, by one tab at a time, and again until the server answers. The server applies each action
// once, however often it arrives.

import { alone } from "./alone.js";
import { all, arrive, change, laterThanAll, tell } from "./waiting.js";

/** Milliseconds. */
const TO_ANSWER = 15_000;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;
/** While the server says that it can't save, which may be mended at any moment. */
const LONGEST_UNTIL_MENDED = 8000;

export class Sender {
  /** How often in a row there was no answer. */
  failures = 0;
  /** What the server says is wrong with it; nothing if it did not answer. */
  reason = "";
  /** Whether it is only busy, which passes soon. */
  isBusy = false;
  told = new Set();

  /** `mayTry` says whether the server can be reached; `deliver` sends an action, with `post`; `onFail` is told. */
  constructor({ mayTry = () => true, deliver = postAlone, onFail = () => {} } = {}) {
    Object.assign(this, { mayTry, deliver, onFail });
    // Not on a page that is being left: what it begins to read may never end, and nobody could write.
    for (const kind of ["online", "pageshow", "visibilitychange"]) {
      addEventListener(kind, () => document.hidden || this.send());
    }
  }

  /** Send all that waits, now. */
  send() {
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
    for (let action; this.mayTry() && (action = nextOf(await all())); ) {
      try {
        await this.deliver(await prepared(action));
      } catch (error) {
        return this.fail(action, error);
      }
      this.failures = 0;
      this.reason = "";
      this.isBusy = false;
      this.told.delete(action.uid);
    }
  }

  fail(action, { status, reason = "", busyFor = 0 }) {
    this.reason = reason;
    this.isBusy = busyFor > 0;
    const longest = [503, 507].includes(status) ? LONGEST_UNTIL_MENDED : LONGEST_PAUSE;
    const pause = this.isBusy ? 1000 * busyFor : Math.min(FIRST_PAUSE * 2 ** this.failures, longest);
    this.timer = setTimeout(() => this.send(), pause);
    this.failures += 1;
    this.tellOf(action);
    this.onFail(action);
  }

  /** Tell the page once that an action could not be sent at once. */
  tellOf(action) {
    if (action.state !== "waiting" || this.told.has(action.uid)) return;
    this.told.add(action.uid);
    tell("action-waiting", action);
  }
}

/** Return what is sent next. What was entered before a refusal was known waits until someone has decided about it. */
function nextOf(actions) {
  const blocks = (other, { address, at }) =>
    other.state !== "waiting" && other.address === address && other.at < at && at < other.refused;
  return actions.find((action) => action.state === "waiting" && !actions.some((other) => blocks(other, action)));
}

/** Send an action without a page that shows the answer. */
export async function postAlone(action) {
  const answer = await post(action);
  if (!isAccepted(answer)) await refuse(action, answer);
}

/** Send an action, and return the server's answer; fails if there is none. What was accepted waits no more. */
export async function post(action, headers = {}) {
  let answer = await send(action, headers);
  // The page was open for so long that its protection against forged requests has expired.
  if (answer.status === 400) answer = await sendRenewed(action, headers);
  if (isAccepted(answer)) await arrive(action);
  return answer;
}

/** Send an action with a new token; return the page that should have one if this phone may not see it any more. */
async function sendRenewed(action, headers) {
  const answer = await fetchPage(action);
  if (!answer.ok && !answer.redirected) return answer;
  const token = parse(await answer.text()).querySelector("[name=csrf_token]")?.value ?? "";
  return send(withField(action, "csrf_token", token), headers);
}

/** Return whether an answer leads on: to a page, or to one that it has the parts of. */
export function isAccepted(answer) {
  return answer.redirected || answer.headers.has("Content-Location");
}

function send({ action, fields }, headers) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return ask(action, { method: "POST", body, headers });
}

/** Return the answer of the app; fails if there is none, or only one of a proxy. */
async function ask(address, how) {
  const answer = await fetch(address, { ...how, signal: AbortSignal.timeout?.(TO_ANSWER) });
  const isOurs = answer.headers.has("Content-Security-Policy");
  if (!isOurs) throw new Error(answer.statusText);
  if (answer.status >= 500 || answer.status === 429) throw await failureOf(answer);
  return answer;
}

/** Return the failure that an answer tells of: its reason is the heading of the page, or a briefer one; if the server is busy, for how long. */
async function failureOf(answer) {
  const heading = parse(await answer.text()).querySelector("main h1");
  const reason = heading?.dataset.brief ?? heading?.textContent.trim();
  const { status } = answer;
  const busyFor = status === 503 ? Number(answer.headers.get("Retry-After")) : 0;
  return Object.assign(new Error(answer.statusText), { status, reason, busyFor });
}

/** Keep why an action was refused, until someone decides. */
export async function refuse(action, answer) {
  const page = parse(await answer.text());
  const state = page.querySelector(`[data-conflict="${action.uid}"]`) ? "conflict" : "refused";
  const refusal = { state, answer: reasonOn(page), refused: laterThanAll() };
  await change(action.uid, refusal, action.at);
  tell("action-refused", { ...action, ...refusal });
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
  const page = parse(await (await fetchPage(action)).text());
  const version = page.querySelector("main [name=version]")?.value;
  const isSame = Number(page.body.dataset.version) === action.known && version && fits(action, version);
  const { fields } = isSame ? withField(action, "version", version) : action;
  await change(action.uid, { fields, follows: false }, action.at);
  return { ...action, fields, follows: false };
}

/** Return whether an action can be about the game as it is now: what is entered next is about the hand that is due. */
function fits({ action, fields }, version) {
  const [number, , state] = new Map(fields).get("version")?.split(".") ?? [];
  return state !== "ahead" && (number === version.split(".")[0] || !/\/(bid|trump|hands)$/.test(action));
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
