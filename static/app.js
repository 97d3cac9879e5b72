// For every page: Undo disappears after its minute, menus close, refusals are scrolled into view, a form is sent
// once, a tap does nothing to what has just appeared under it, and totals count up.

import { phoneStorage, tabStorage } from "./storage.js";

// Browsers older than Chrome 92, Firefox 90 and Safari 15.4 have the pages as they are without scripts.
if (![].at) throw new Error("This browser is too old for the scripts of this page.");

// Each part of the page keeps its HTML as it was drawn, and the page what is around them: scripts change the page, and people
// fill in its forms.
for (const part of document.querySelectorAll("[data-part]")) part.drawn = part.outerHTML;
const main = document.querySelector("main");
main.around = withoutParts(main);

document.documentElement.classList.add("scripted");

export const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds for which a change can be undone with one tap, and in which totals count up. */
const TO_UNDO = 60_000;
const TO_COUNT = 400;
/** When the form was sent whose answer is waited for. */
let sentAt = null;

// Following other phones, and saving without leaving the page, is fetched after the page, or before a form is sent.
const { live } = document.body.dataset;
let isComplete = !live;
const complete = async (otherwise) => {
  await import("./live/main.js").catch(otherwise);
  isComplete = true;
};
if (!isComplete) addEventListener("load", () => complete().catch(() => {}));
else addEventListener("load", () => import("./live/draft.js").then(({ keepDrafts }) => keepDrafts()).catch(() => {}));
if (isComplete && phoneStorage.get("outbox")) addEventListener("load", () => import("./live/waiting_list.js").then(({ sendElsewhere }) => sendElsewhere()).catch(() => {}));
addEventListener("load", () => import("./app/main.js").catch(() => {}));

offerUndo(false);

document.addEventListener("click", ({ target }) => closeMenus((menu) => !menu.contains(target)));
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeMenus(() => true);
});
// A menu begins with what is used often; the rest is opened in it, and seen.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".menu:not([open])")) for (const fold of target.querySelectorAll("details")) fold.open = false;
  else if (target.matches(".menu details[open]")) target.scrollIntoView({ block: "nearest" });
}, true);

showRefusal(document);
// In a closed fold, a browser refuses a field without showing it.
document.addEventListener("invalid", ({ target }) => {
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}, true);

document.addEventListener("submit", ({ target }) => {
  const zone = target.elements.namedItem("time_zone");
  // A night is told in the time of the phone that starts it.
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  tabStorage.set(savedKey(target), Date.now());
  sentAt = performance.now();
}, true);
document.addEventListener("form-answered", () => (sentAt = null));

// A form is sent once, however often its button is tapped. If no answer has come after a while, as with a poor
// network, it can be sent again: the server does nothing twice.
const MILLISECONDS_TO_ANSWER = 6000;
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented) return;
  if (!isComplete) {
    event.preventDefault();
    // If it can't be had although the server answers, the browser sends the form. It can't while it is being sent, and
    // Safari may have all of it before that is over.
    complete(reach).then(() => setTimeout(() => submitter.click()), sayOffline);
    return;
  }
  // A form that downloads a file leaves the page as it is, and can be sent again.
  if ("again" in form.dataset) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  // Sending a file takes longer, and so does reading it.
  if (!("slow" in form.dataset)) setTimeout(() => delete form.dataset.sent, MILLISECONDS_TO_ANSWER);
});
// After going back to a page, its forms can be sent again. What a correction came to is at its top.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
  if (!tabStorage.get("to-top")) return;
  tabStorage.remove("to-top");
  // The browser would scroll to where the page was left, perhaps only once all of it is there.
  history.scrollRestoration = "manual";
  scrollTo({ top: 0, behavior: "instant" });
  setTimeout(() => (history.scrollRestoration = "auto"), 1000);
});

countUp([...document.querySelectorAll("[data-total]")]);
offerPictures(document);

// The page follows what other phones save: static/live/ has replaced a part of it.
document.addEventListener("part-replaced", ({ target }) => {
  offerUndo(true);
  offerPictures(target);
  showRefusal(target);
  if (target.querySelector(".total")) countUp([...document.querySelectorAll("[data-total]")]);
});

// A tap does nothing to what has just appeared under it, such as the list that an answer brings under the second tap of
// two. What was there before takes taps as quickly as they come, and so does everything elsewhere.
/** Milliseconds for which that is ignored, and until a tap is forgotten. */
const JUST = 400;
const TO_WATCH = 5000;
/** Pixels by which two taps on one place may differ. */
const NEAR = 30;
const CONTROLS = "a, button, input, label, select, summary, textarea";

/** The last tap: its place, the control that it was on, the one that is there now, and since when. */
let last = null;
let isWatching = false;
let isIgnored = false;

addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
  const now = performance.now();
  const isNear = last && now < last.until && Math.hypot(x - last.x, y - last.y) < NEAR;
  const tapped = controlAt(x, y);
  if (isNear) look();
  // What was tapped before may be tapped again wherever it has moved.
  isIgnored = isNear && now - last.since < JUST && !isSame(last.tapped, tapped);
  // Nor is a third tap meant for it.
  if (isIgnored) return;
  last = { x, y, tapped, shown: tapped, since: -Infinity, until: now + TO_WATCH };
  if (!isWatching) watch();
}, true);

// People scroll to what they tap next.
for (const kind of ["pointercancel", "wheel"]) addEventListener(kind, () => (last = null), { capture: true, passive: true });

for (const kind of ["mousedown", "click"]) {
  addEventListener(kind, (event) => {
    // Keys, screen readers and scripts mean what they activate.
    if (!isIgnored || !event.isTrusted || !event.detail) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

// The page for a database that was busy sends its form again automatically. The form has the same id, so it counts once.
const again = document.querySelector("form[data-try-again]");
if (again) setTimeout(() => again.querySelector("button").click(), 1000 * again.dataset.tryAgain);

/** Return a copy of an element with what `place` returns instead of the parts in it: there may be hundreds of hands. */
export function withoutParts(element, place = () => "") {
  const copy = element.cloneNode(false);
  for (const child of element.childNodes) {
    copy.append(child.dataset?.part === undefined ? withoutParts(child, place) : place(child));
  }
  return copy;
}

/**
 * Return whether an answer is the app's, and not that of something between: a page of a proxy to sign in, or the network of a
 * hotel. It is not if the browser has followed a redirect to something else.
 */
export function isOurs(answer) {
  return answer.headers.has("Scorekeeper-Version");
}

/** Return a symbol of marks.svg, as decoration. */
export function drawIcon(name) {
  const drawing = newDrawing("icon");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", new URL(`marks.svg#${name}`, import.meta.url));
  drawing.append(use);
  return drawing;
}

/** Return an empty drawing, as decoration. */
export function newDrawing(className) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", className);
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}

/** Fail if the app does not answer. */
async function reach() {
  const answer = await fetch(`${live}/version`);
  if (!isOurs(answer)) throw new Error(answer.statusText);
}

/** Say that nothing can be sent; the form stays as it was filled in. */
function sayOffline() {
  document.querySelector(".connection").textContent = "Offline: tap again when the network is back";
}

/** Scroll to a refusal: it is beside its field, which may be far down the page. */
function showRefusal(part) {
  part.querySelector('[id^="wrong-"]:not(:empty)')?.scrollIntoView({ block: "center" });
}

function closeMenus(concerned) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (concerned(menu)) menu.open = false;
}

/** Make a photo of what can be shared as a picture; what that takes is fetched only where there is one. */
async function offerPictures(part) {
  if (part.querySelector("a.picture")) (await import("./history/picture.js")).attach(part);
}

/**
 * Offer to undo a change for a minute after this phone has saved it or seen it arrive: the server's clock may be wrong.
 * It keeps its room when that is over, so that nothing jumps under a finger.
 */
function offerUndo(arrived) {
  for (const undo of document.querySelectorAll("form.undo")) {
    const key = `undo ${subjectOf(undo)}`;
    const change = Number(undo.dataset.change);
    const now = Date.now();
    let known = tabStorage.read(key) ?? {};
    if (known.change !== change) {
      // What is newest once a later change is gone was there before.
      const began = change < known.change ? 0 : arrived ? now : Number(tabStorage.get(savedKey(undo)));
      known = { change, until: began + TO_UNDO };
      tabStorage.write(key, known);
    }
    const left = known.until - now;
    if (left <= 0 || left > TO_UNDO) continue;
    undo.classList.add("offered");
    setTimeout(() => undo.classList.add("gone"), left);
  }
}

/** Return under what it is noted when this phone last saved something of the game or night that a form is about. */
function savedKey(form) {
  return `saved ${subjectOf(form)}`;
}

/** Return the address of the game or night that a form is about. */
function subjectOf(form) {
  return /\/(plays|nights)\/\d+/.exec(form.getAttribute("action") ?? location.pathname)?.[0];
}

/** Look at each frame what is at the place of the last tap; nobody knows since when later things have been there. */
function watch() {
  if (last && performance.now() > last.until) last = null;
  isWatching = Boolean(last);
  if (!isWatching) return;
  look();
  requestAnimationFrame(watch);
}

function look() {
  const shown = controlAt(last.x, last.y);
  if (!isSame(shown, last.shown)) last.since = performance.now();
  last.shown = shown;
}

function controlAt(x, y) {
  const element = document.elementFromPoint(x, y)?.closest(CONTROLS);
  return { element, parent: element?.parentElement, text: element?.textContent };
}

/** Return whether a control is another one or the same, perhaps drawn again, as keys are for each figure. */
function isSame(one, other) {
  return one.element === other.element || Boolean(one.parent && one.parent === other.parent && one.text === other.text);
}

/** Count up the totals that have changed since this page was last seen, as far as there is time since the tap on Save. */
function countUp(totals) {
  if (!totals.length) return;
  const key = `totals ${location.pathname}`;
  const now = totals.map((total) => Number(total.dataset.total.replace("½", ".5")));
  const before = tabStorage.read(key);
  tabStorage.write(key, now);
  if (before?.length !== now.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const written = totals.map((total) => total.textContent);
  const showsGains = written.some((figure) => figure.startsWith("+"));
  const began = sentAt ?? performance.now();
  const step = (time) => {
    const done = Math.min(Math.max((time - began) / TO_COUNT, 0), 1);
    totals.forEach((total, at) => {
      if (before[at] === now[at]) return;
      const value = Math.round(before[at] + (now[at] - before[at]) * done);
      const figure = `${showsGains && value > 0 ? "+" : ""}${value}`.replace("-", "−");
      total.textContent = done < 1 ? figure : written[at];
    });
    if (done < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
