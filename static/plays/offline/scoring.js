// What the actions that wait mean for the sheet: which hands they are about, what is entered after them, what they score,
// and what is refused at Save, by the rules themselves on the phone. Without those a hand is scored once it is sent.

import { ask, loadEarly } from "../../engine/engine.js";
import { numberOf, stepOf, valueOf } from "../../live/waiting.js";

/** Actions after which the sheet is asked the same as before them. */
const BESIDE = /^\/(hands\/.*|note|needs|ask|claims.*)$/;
/** What each form has besides what is entered in it. */
const NOT_ENTERED = /^(csrf_token|uid|number|seats|revision|ahead|corrects|edition|whole|look|hand-.*|handed-over)$/;

const { live } = document.body.dataset;
const gameAddress = `${live}/engine.json`;
/** Milliseconds after a change until the game is fetched again: a hand is entered in several steps. */
const PAUSE = 1000;
/** Milliseconds after which a hand is kept without having been judged. */
const TO_JUDGE = 3000;

const FORMS = ".now form:is([action$='/bid'], [action$='/hands'])";
/** Forms that the rules are asked about, and those that they have taken. */
const asked = new WeakSet();
const taken = new WeakSet();

/** The game as the server had it last; null as long as it is not known, or if nothing can be scored here. */
let play = null;
/** What waits, and the game with all of it. */
let waiting = [];
let ahead = null;
let fetching;
/** Whether the rules are here; undefined as long as that is not known. */
let isLoaded;

/** Return the number of the earlier hand that an action corrects; 0 if it corrects none. */
export function numberCorrected(action) {
  return Number(/^\/hands\/(\d+)$/.exec(stepOf(action))?.[1] ?? 0);
}

/** Return what was entered, with the names of the fields; an answer that saved at a tap like any other. */
export function enteredIn({ fields }) {
  return fields.filter(([name]) => !NOT_ENTERED.test(name)).map(([name, value]) => [name.replace(/-now$/, ""), value]);
}

/**
 * Return what is entered next when these actions wait: the `number` of the hand and its `bid`, the action that saved it
 * or null, and the `trump` set since. Without a number it is what the server asked for last. It is `stuck` behind an
 * action whose effect only the server knows.
 */
export function courseOf(actions) {
  let course = { number: 0, bid: null, trump: null, stuck: null };
  for (const action of actions) {
    const step = stepOf(action);
    const number = numberOf(action);
    if (step === "/bid") course = { ...course, number, bid: action, trump: null };
    else if (step === "/hands") course = { ...course, number: number + 1, bid: null, trump: null };
    else if (step === "/trump") course = { ...course, trump: action };
    else if (!BESIDE.test(step) && action.state === "waiting") course = { ...course, stuck: action };
  }
  return course;
}

/** Return whether an action saves a hand with its bid, or what replaces a hand. */
export function isWhole(action) {
  return ["whole", "alone"].some((name) => valueOf(action, name));
}

/** Return the bids, and the suits set as trump, that are part of a whole hand which waits as well. */
export function replaced(actions) {
  const whole = new Set(actions.filter((action) => stepOf(action) === "/hands" && isWhole(action)).map(numberOf));
  return actions.filter((action) => isStep(action) && action.state === "waiting" && whole.has(numberOf(action)));
}

function isStep(action) {
  return ["/bid", "/trump"].includes(stepOf(action));
}

/** Return the actions in order, those about the same hand together: [number, its actions]. */
export function byHand(actions) {
  const groups = [];
  for (const action of actions) {
    const number = numberOf(action);
    const group = number && groups.find(([other]) => other === number);
    if (group) group[1].push(action);
    else groups.push([number, [action]]);
  }
  return groups;
}

/** Load the rules, unless the network is poor, and get the game; return whether hands can be scored here. */
export async function prepare() {
  const loading = loadEarly();
  // The game is needed as it is now; loading may take until the network is gone.
  if (await Promise.race([loading, later()])) await fetchPlay();
  isLoaded = await loading;
  return isLoaded;
}

function later() {
  return new Promise((done) => setTimeout(done, PAUSE, true));
}

/** Get the game again if it has changed, unless what this page has saved was all. */
export function followChange() {
  clearTimeout(fetching);
  fetching = setTimeout(() => play && play.version !== versionShown() && fetchPlay(), PAUSE);
}

/**
 * Add what this page has just saved to the game, here and to the copy that the phone keeps of it. Only if nothing else has
 * changed since it was fetched: then the page that was the answer has the next version.
 */
export async function addSaved(action) {
  const before = play;
  const isNext = isLoaded && before?.version + 1 === versionShown() && valueOf(action, "seats") === before.seats.join("-");
  const { play: after } = isNext ? await applied(before, action).catch(() => ({})) : {};
  if (!after || play !== before) return;
  play = { ...after, version: before.version + 1 };
  const copy = { kind: "changed", address: gameAddress, html: JSON.stringify(play) };
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage(copy));
}

function versionShown() {
  return Number(document.body.dataset.version);
}

async function fetchPlay() {
  const answered = fetch(gameAddress).then((answer) => (answer.ok ? answer.json() : play));
  play = await answered.catch(() => play);
}

/**
 * Return what the actions that wait make of the game: `scored`, what each hand and bid does, by the ids of their actions,
 * and `now`, the game after them; null if that is not known.
 */
export async function scoreAll(actions) {
  waiting = actions;
  const first = actions.find((action) => numberOf(action));
  if (!isLoaded || !play || (first && numberOf(first) !== play.sheet.hands.length + 1)) return (ahead = null);
  const scored = new Map();
  let after = play;
  for (const action of actions) {
    const result = await applied(after, action).catch(() => ({}));
    scored.set(action.uid, result);
    if (!result.play) return { scored, now: (ahead = null) };
    after = result.play;
  }
  ahead = after;
  return { scored, now: await ask("score", after).catch(() => null) };
}

/** Return the game with these actions, and how many of its hands the server has, or why that is not known. */
export async function gameWith(actions) {
  if (!(await prepare())) return { why: "This phone can’t score on its own." };
  if (!play) return { why: "This phone doesn’t have this game, or can’t keep score in it." };
  await scoreAll(actions);
  if (!ahead) return { why: "What waits on this phone must be sent first." };
  return { game: ahead, saved: play.sheet.hands.length };
}

/** Return the game with an action, and what that does. Other changes only the server knows. */
function applied(before, action) {
  const step = stepOf(action);
  if (step === "/bid") return ask("bid", before, action.fields);
  if (step === "/hands") return ask("preview", before, action.fields);
  if (step === "/trump") return Promise.resolve(withTrump(before, valueOf(action, "trump")));
  if (numberCorrected(action)) return ask("correct", before, numberCorrected(action), action.fields);
  return Promise.resolve(/^\/(note|needs)$/.test(step) ? { play: before } : {});
}

function withTrump(before, trump) {
  const { trump: _, ...bidding } = before.bidding ?? {};
  return { play: { ...before, bidding: trump ? { ...bidding, trump } : bidding } };
}

/** Return what a form would score, as HTML; if that is not known, when it will be. */
export async function previewOf(form, fields) {
  const { html } = await judge(form, fields);
  return html || `<p class="help">${whenScored()}</p>`;
}

/** Return when a hand is scored that is not scored here, in words. */
export function whenScored() {
  return isLoaded === false ? "This phone can’t score on its own: what you enter is scored once it is sent." : "Scored once it is sent.";
}

/** Return why the rules refuse what was entered in a form, as sentences; none if they take it, or are not there. */
async function problemsOf(form, fields) {
  const { problems = [] } = await judge(form, fields);
  return problems.map(({ message }) => message);
}

/** Return what the rules say of a form for a hand or for its bid. */
async function judge(form, fields) {
  const step = new URL(form.action).pathname.slice(live.length);
  const before = await gameBefore(Number(form.elements.number?.value));
  if (!before) return {};
  const asked = step === "/bid" ? ask("bid", before, fields) : ask("preview", before, [...bidOf(form), ...fields]);
  return asked.catch(() => ({}));
}

/** Return the game up to a hand, with what waits; null if it is not known. */
async function gameBefore(number) {
  if (!isLoaded || !play) return null;
  let before = ahead;
  if (before?.sheet.hands.length + 1 !== number) {
    before = play;
    for (const action of waiting.filter((one) => numberOf(one) < number)) {
      before = (await applied(before, action).catch(() => ({}))).play ?? before;
    }
  }
  return before.sheet.hands.length + 1 === number ? before : null;
}

/** Return the fields of the bid that a form of the server's is about, so that it is scored as a whole hand. */
function bidOf(form) {
  const { bid } = form.dataset;
  return bid && !form.querySelector("[data-added]") ? [...Object.entries(JSON.parse(bid)), ["whole", "on"]] : [];
}

/** Ask the rules before a form is sent, whenever `isAlone` says that the server can't judge it now. */
export function guardForms(isAlone) {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.matches(FORMS) || taken.delete(form) || !isAlone(form)) return;
    event.preventDefault();
    delete form.dataset.sent;
    if (!asked.has(form)) judgeForm(form, submitter);
  });
  for (const kind of ["input", "click"]) document.addEventListener(kind, ({ target }) => forget(target.closest("form")));
}

async function judgeForm(form, button) {
  asked.add(form);
  const fields = [...new FormData(form), ...(button?.name ? [[button.name, button.value]] : [])];
  // A form can't be sent again while it is being sent.
  await new Promise((done) => setTimeout(done));
  const late = new Promise((done) => setTimeout(done, TO_JUDGE, []));
  const problems = await Promise.race([problemsOf(form, fields).catch(() => []), late]);
  asked.delete(form);
  if (!form.isConnected) return;
  if (problems.length) return refuse(form, problems);
  taken.add(form);
  button.click();
  taken.delete(form);
}

/** Say why a form is not saved, where its result would be; what was entered stays. */
function refuse(form, problems) {
  const said = document.createElement("div");
  said.dataset.refused = "";
  said.setAttribute("role", "alert");
  for (const problem of problems) {
    said.append(Object.assign(document.createElement("p"), { className: "problem", textContent: problem }));
  }
  const result = form.querySelector(".look");
  if (result) result.replaceChildren(said);
  else form.prepend(said);
  said.scrollIntoView({ block: "nearest" });
}

function forget(form) {
  form?.querySelector(":scope > [data-refused]")?.remove();
}
