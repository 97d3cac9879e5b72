// When the server has a newer version of the page, what differs in it is replaced. What other phones have done is
// announced in a sentence, and shown above a form that it concerns.

import { forget } from "./draft.js";
import { outbox } from "./main.js";
import { complete, findPart, holdStill, isBusy, isSamePage, isStray, replace, shownParts, update, versions } from "./parts.js";
import { ask, maySee } from "./sending.js";
import { isAnyUnkept } from "./waiting.js";

/** Milliseconds. */
const MOMENT = 250;
const LATER = 4000;
/** After which a phone that nobody touches goes along to the next hand or game. */
const UNTOUCHED = 6000;
const FOLLOWING = ".panel .following";

const { live, page } = document.body.dataset;
/** The board goes on to the next game on the same page, so that the address is not always the same. */
const address = () => page || location.pathname + location.search;

class Notice {
  constructor(announced) {
    this.announced = announced;
    this.element = document.createElement("div");
    this.element.className = "notice";
    this.sentence = document.createElement("p");
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.addEventListener("click", () => this.dismiss());
  }

  /** The form that was left as it is; nothing if there is none. */
  get form() {
    return this.element.isConnected && this.element.parentElement;
  }

  /** Whether a single tap is in the form, which asks for a hand that has been saved or whose game is over. */
  get isStray() {
    return this.form && isStray(this.form, findPart(this.next, this.form));
  }

  /** Return what says something on the new page that this page does not. */
  read(next) {
    const found = [newsOf, (page) => page.getElementById("objected")].map((find) => {
      const [before, after] = [document, next].map(find);
      return after && nameOf(before) !== nameOf(after) && after;
    });
    return found.filter((news) => news?.textContent);
  }

  /** Announce the news, and say whose they are above the form that was left as it was, if there is one. */
  show(news, kept, next) {
    this.announced.textContent = news.map(({ textContent }) => textContent).join(" ");
    this.next = next;
    const form = kept.find((part) => !part.matches("details"));
    if (!form || !next.getElementById("news")) return;
    const before = this.form && this.sentence.textContent;
    const said = news.map(({ dataset, textContent }) => dataset.notice ?? textContent).join(" ");
    this.sentence.textContent = said || before || "Someone has changed this game.";
    this.button.textContent = findPart(next, form)?.querySelector("form.entry") ? "Show the saved hand" : "Discard this hand";
    const following = next.querySelector(FOLLOWING);
    // Where it fills the screen it would lose what this takes.
    const asked = form.lastElementChild;
    asked.style.minHeight = `${asked.offsetHeight}px`;
    holdStill(() => {
      this.element.replaceChildren(this.sentence, following ? document.importNode(following, true) : this.button);
      if (this.form !== form) form.prepend(this.element);
    });
  }

  /** Give up what was entered or refused. */
  dismiss() {
    delete document.body.dataset.kept;
    this.form.querySelectorAll("form").forEach(forget);
    const heading = this.goOn()?.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }

  /** Show the newest page where the form was; what was entered is there again if that hand is asked for again. */
  goOn() {
    const { form } = this;
    const next = findPart(this.next, form);
    this.element.remove();
    return next ? replace(form, next) : form.remove();
  }
}

const notice = new Notice(document.getElementById("changed"));
let drawing = false;
/** The newest page while some of it is not shown yet, or the address of another page to go to. */
let latest = null;
let elsewhere = "";
let pressedUntil = 0;
let connection;
/** The link to the next game since this page was opened. */
let nextGame = null;
let untouched;
let touchedAt = performance.now();

/** Show the newest version of the page that a connection tells of, unless that is being done. */
export async function follow(from, wait) {
  connection = from;
  if (drawing) return;
  drawing = true;
  try {
    await pause(wait);
    while (isBehind()) await draw();
  } catch ({ status }) {
    // The server can be reached, but can't draw the page.
    if (status) setTimeout(() => follow(connection, 0), LATER);
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
  // By then everyone has read what was said when the page was opened.
  if (!kept.length) for (const flash of document.querySelectorAll(".flash")) flash.remove();
  latest = kept.length ? next : null;
  notice.show(news, kept, next);
  if (performance.now() - touchedAt > UNTOUCHED) goAlong();
}

/** Go along once nobody touches this page any more. */
function restartWait() {
  clearTimeout(untouched);
  untouched = setTimeout(() => goAlong() || (nextGame?.isConnected && isNewest() && !isUnsaved() && leave(nextGame.href)), UNTOUCHED);
}

/** Go along to the next hand, or the end of the game, if a single tap is in the way; return whether one was. */
function goAlong() {
  if (!notice.isStray || isUnsaved()) return false;
  notice.goOn();
  retry();
  return true;
}

/** Whether something of this game is on its way or waits, to be sent or for someone to decide about it. */
function isUnsaved() {
  return isTaken() || outbox.waiting.some(({ address }) => address === live);
}

/** Whether the page in sight is the newest, so that a game that it leads to still goes on. */
function isNewest() {
  return versions.newest === versions.shown && !latest && !document.hidden;
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

listen(["part-replaced"], ({ target }) => {
  nextGame = target.querySelector(FOLLOWING) ?? nextGame;
  restartWait();
});
listen(["scroll", "visibilitychange"], restartWait);
listen(["pointerdown", "keydown"], () => {
  touchedAt = performance.now();
  restartWait();
});
restartWait();

/** Return what differs for other news; a new name of a player is none. */
function nameOf(news) {
  return news?.dataset.change ?? news?.textContent;
}

function newsOf(page) {
  return page.getElementById("news") ?? page.querySelector(".undo [role=status]");
}
