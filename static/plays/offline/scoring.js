// What the hands that wait score, by the rules themselves on the phone. Without them a hand is scored once it is sent.

import { loadEarly } from "../../engine/early.js";
import * as engine from "../../engine/engine.js";
import { numberCorrected, numberOf, stepOf, valueOf } from "./course.js";

const { live } = document.body.dataset;
/** Milliseconds after a change until the game is fetched again: a hand is entered in several steps. */
const PAUSE = 1000;

/** The game as the server had it last; null as long as it is not known, or if nothing can be scored here. */
let play = null;
/** What waits, and the game with all of it. */
let waiting = [];
let ahead = null;
let fetching;
/** Whether the rules are here; undefined as long as that is not known. */
let isLoaded;

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

/** Get the game again, as it has changed. */
export function followChange() {
  if (!play) return;
  clearTimeout(fetching);
  fetching = setTimeout(fetchPlay, PAUSE);
}

async function fetchPlay() {
  play = await engine.fetchPlay(live).catch(() => play);
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
  return { scored, now: await engine.score(after).catch(() => null) };
}

/** Return the game with an action, and what that does. Other changes only the server knows. */
function applied(before, action) {
  const step = stepOf(action);
  if (step === "/bid") return engine.bid(before, action.fields);
  if (step === "/hands") return engine.preview(before, action.fields);
  if (step === "/trump") return Promise.resolve(withTrump(before, valueOf(action, "trump")));
  if (numberCorrected(action)) return engine.correct(before, numberCorrected(action), action.fields);
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
export async function problemsOf(form, fields) {
  const { problems = [] } = await judge(form, fields);
  return problems.map(({ message }) => message);
}

/** Return what the rules say of a form for a hand or for its bid. */
async function judge(form, fields) {
  const step = new URL(form.action).pathname.slice(live.length);
  const before = await gameBefore(Number.parseInt(form.elements.version?.value, 10));
  if (!before) return {};
  const asked = step === "/bid" ? engine.bid(before, fields) : engine.preview(before, [...bidOf(form), ...fields]);
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
