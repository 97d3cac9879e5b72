// When the server has a newer version of the page, what differs in it is replaced.

import { isBusy } from "./entering.js";
import { connection, versions } from "./main.js";
import { Notice } from "./notice.js";
import { complete, holdStill, isSamePage, shownParts, update } from "./parts.js";
import { ask, maySee } from "./sending.js";
import { isAnyUnkept } from "./waiting.js";

/** Milliseconds. */
const MOMENT = 250;
const LATER = 4000;

const { live, page } = document.body.dataset;
/** The board goes on to the next game on the same page, so that the address is not always the same. */
const address = () => page || location.pathname + location.search;
const notice = new Notice(document.getElementById("changed"));

let drawing = false;
/** The newest page while some of it is not shown yet, or the address of another page to go to. */
let latest = null;
let elsewhere = "";
let pressedUntil = 0;

/** Show the newest version, unless that is being done. */
export async function follow(wait) {
  if (drawing) return;
  drawing = true;
  try {
    await pause(wait);
    while (isBehind()) await draw();
  } catch ({ status }) {
    // The server can be reached, but can't draw the page.
    if (status) setTimeout(() => follow(0), LATER);
    else connection.check();
  }
  drawing = false;
}

function isBehind() {
  return versions.newest !== versions.shown && !document.hidden && !connection.ended && !elsewhere;
}

async function draw() {
  await untilFree();
  // The answer to a form of this page may have been the newest version.
  if (!isBehind()) return;
  const { headers, html } = shownParts();
  const answer = await ask(address(), { headers });
  // Without the hand that this page is about, the sheet is the place to be.
  if (!answer.ok) return (await maySee(live)) ? leave(live) : connection.end();
  const next = new DOMParser().parseFromString(answer.html, "text/html");
  complete(next, html);
  await untilFree();
  if (!isBehind()) return;
  if (answer.redirected || !isSamePage(next)) return leave(answer.url);
  const version = Number(next.body.dataset.version);
  // The newest may come a moment later; asking at once forever would help nobody.
  if (version === versions.shown) await pause(LATER);
  else show(next, version);
}

/** Go to another page, such as the one of a deleted night, once nobody is entering anything here. */
function leave(url) {
  elsewhere = url;
  const used = [...document.querySelectorAll("[data-part], .ahead")].some(isBusy);
  if (!used && !isAnyUnkept()) location.replace(url);
}

function show(next, version) {
  versions.shown = version;
  versions.newest = Math.max(versions.newest, version);
  document.body.dataset.version = version;
  document.title = next.title;
  const news = notice.read(next);
  const kept = holdStill(() => update(next));
  latest = kept.length ? next : null;
  notice.show(news, kept, next);
}

/** Show the rest of the newest page once nobody is using it any more. */
function retry() {
  if (isTaken()) return;
  if (elsewhere) leave(elsewhere);
  else if (latest && !holdStill(() => update(latest)).length) latest = null;
}

/** Whether a finger is on the page, or a form of it on its way: the answer shows the newest version. */
function isTaken() {
  return performance.now() < pressedUntil || document.querySelector("form[data-sent]");
}

async function untilFree() {
  while (isTaken()) await pause(MOMENT);
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function listen(kinds, action) {
  for (const kind of kinds) document.addEventListener(kind, action, true);
}

listen(["pointerdown"], () => (pressedUntil = Infinity));
listen(["pointerup", "pointercancel"], () => (pressedUntil = performance.now() + MOMENT));
document.addEventListener("form-answered", () => (latest = null));
let waiting;
listen(["toggle", "change", "click", "focusout", "action-sent"], () => {
  clearTimeout(waiting);
  waiting = setTimeout(retry, 2 * MOMENT);
});
