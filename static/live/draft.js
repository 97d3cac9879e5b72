// What is being typed comes back after a reload, and on a phone that has thrown the page away: into the form that asks
// for the same, until it is saved or cleared, or for a day. It is kept for the phone, as some phones forget what a tab
// keeps with the browser. What waits or was refused is filled in again as well.

import { phoneStorage } from "../storage.js";
import { FIELDS, isBegun, isBusy } from "./parts.js";
import { all } from "./waiting.js";

/** Milliseconds. */
const TO_KEEP = 24 * 3600 * 1000;
const PREFIX = "draft ";
const KINDS = ["whole", "alone"];
/** Hidden fields that differ once others have changed something. */
const CHANGING = /^(csrf_token|uid|version|edition|since|change|coins|settles|hand-\d+)$/;
/** Hidden fields that may differ although the same is asked. */
const NOT_ASKED = /^(csrf_token|uid|edition|known|settles|last|seen|since)$/;

const { keptAt } = document.body.dataset;
const [opening] = performance.getEntriesByType("navigation");
/** Whether each form has got back what was entered in it. */
const restored = new WeakMap();
/** The forms in which something may have been entered that was not sent. */
const used = new Set();
let sent = null;
let isLeft = false;
let timer;

/** Keep what is being typed on this page, and put back what was. */
export function keepDrafts() {
  for (const name of phoneStorage.names(PREFIX)) if (!isRecent(phoneStorage.read(name))) phoneStorage.remove(name);
  restoreAll();
  for (const kind of ["part-replaced", "form-ready"]) document.addEventListener(kind, restoreAll);
  for (const kind of ["input", "click"]) {
    document.addEventListener(kind, (event) => {
      // The key that was tapped may have been replaced since.
      const form = event.composedPath().find(({ localName }) => localName === "form");
      if (!restored.get(form)) return;
      used.add(form);
      // A click does something after it has been told.
      clearTimeout(timer);
      timer = setTimeout(keepAll);
    });
  }
  document.addEventListener("visibilitychange", keepAll);
  addEventListener("pageshow", () => (isLeft = false));
  addEventListener("pagehide", () => {
    isLeft = true;
    keepAll();
  });
  document.addEventListener("submit", ({ target }) => (sent = target), true);
  document.addEventListener("reset", ({ target }) => forget(target));
  document.addEventListener("form-answered", () => {
    forget(sent);
    // A form that was refused is shown again.
    const isRefused = (form) => "page" in document.body.dataset && isKept(form) && nameOf(form) === nameOf(sent);
    for (const form of document.forms) if (isRefused(form)) used.add(form);
    keepAll();
  });
  document.addEventListener("access-ended", () => {
    used.clear();
    for (const name of phoneStorage.names(PREFIX)) phoneStorage.remove(name);
  });
}

/** Forget what was entered in a form, as it has been sent or given up. */
export function forget(form) {
  used.delete(form);
  // Another form of the page may be about another hand.
  if (isKept(form) && phoneStorage.read(nameOf(form))?.asked === askedBy(form)) phoneStorage.remove(nameOf(form));
}

function isKept(form) {
  return Boolean(form.method === "post" && form.elements.uid && form.querySelector(FIELDS));
}

function hiddenIn(form) {
  return [...form.querySelectorAll("[type=hidden]:not([data-added])")];
}

/** Return under which name the newest entry in a form is kept, whichever hand it asks for. */
function nameOf(form) {
  const { pathname, search } = new URL(form.action);
  const kinds = hiddenIn(form).filter(({ name }) => name === "whole" || name === "alone");
  return [PREFIX + pathname + search, ...kinds.map(({ value }) => value)].join(" ");
}

/** Return what a form asks for: which hand, with which bid, among whom, or instead of which note. */
function askedBy(form) {
  // A correction is about the same hand whatever is played since.
  const isDue = ({ name }) => name.startsWith("hand-") && form.elements.revision;
  const hidden = hiddenIn(form).filter((field) => !NOT_ASKED.test(field.name) && !isDue(field));
  const bid = JSON.parse(form.dataset.bid ?? "{}", (name, value) => (name === "trump" ? undefined : value));
  // Of the version, only who sits where matters: what was entered for a seat is about its player.
  const said = ({ name, value }) => [name, name === "version" ? value.split(".")[1] : value];
  return JSON.stringify([hidden.map(said), bid]);
}

function restoreAll() {
  for (const form of document.forms) if (isKept(form)) restore(form);
}

async function restore(form) {
  const isReady = !form.querySelector(".keypad") || "ready" in form.dataset;
  if (restored.has(form) || !isReady) return;
  restored.set(form, false);
  const name = nameOf(form);
  const draft = phoneStorage.read(name);
  const isWanted = draft && !(draft.isLeft && opening?.type === "navigate");
  if (isWanted && draft.asked === askedBy(form)) await putBack(form, draft);
  // A copy of the page, or a page for which something waits, may be about an earlier hand.
  else if (!isWanted || !(keptAt || (await all()).length)) phoneStorage.remove(name);
  restored.set(form, true);
  // Someone may have tapped something before this was there.
  if (!form.querySelector(".key.waits") && ![...form.querySelectorAll(FIELDS)].some(isBegun)) return;
  used.add(form);
  keepAll();
}

async function putBack(form, { fields, marked, early, uid, y }) {
  // What changes an entry that waits still does.
  if ((await all()).some((action) => action.uid === uid)) form.elements.uid.value = uid;
  await fill(form, fields, marked);
  const key = early && [...form.querySelectorAll(".key")].find(({ name, value }) => `${name}=${value}` === early);
  if (key) form.dispatchEvent(new SubmitEvent("submit", { submitter: key, cancelable: true }));
  scrollTo({ top: y, behavior: "instant" });
  used.add(form);
}

function keepAll() {
  for (const form of used) {
    if (!form.isConnected) used.delete(form);
    else if (isBusy(form)) keep(form);
    else phoneStorage.remove(nameOf(form));
  }
}

function keep(form) {
  const isSet = ({ type, checked }) => (type !== "radio" && type !== "checkbox") || checked;
  // What follows from other figures does so again.
  const fields = [...form.querySelectorAll(FIELDS)].filter((field) => isSet(field) && !field.closest(".derived"));
  const early = form.querySelector(".key.waits");
  const draft = {
    asked: askedBy(form),
    fields: fields.map(({ name, value }) => [name, value]),
    marked: form.querySelector(".marked input")?.name ?? "",
    early: early && `${early.name}=${early.value}`,
    uid: form.elements.uid.value,
    y: scrollY,
    isLeft,
    at: Date.now(),
  };
  phoneStorage.write(nameOf(form), draft);
}

function isRecent(draft) {
  return draft && Math.abs(Date.now() - draft.at) < TO_KEEP;
}

/**
 * Fill in the form of an action that waits or was refused, on the page that it was entered on; return whether
 * that page still asks for it. Saving it replaces what waits.
 */
export async function fillIn(action) {
  if (location.pathname + location.search !== action.page) {
    location.assign(`${action.page}#change-${action.uid}`);
    return true;
  }
  // A sheet that went on without a network asks again itself.
  if (!document.dispatchEvent(new CustomEvent("action-change", { detail: action, cancelable: true }))) return true;
  const form = [...document.forms].find((each) => isFor(each, action));
  if (!form) return false;
  // What was refused is another entry by now, drawn from what others have done.
  if (action.isOutdated) form.dataset.settles = action.uid;
  else form.elements.uid.value = action.uid;
  // The tap that asked for it closes menus, and the form may be in one.
  await new Promise((done) => setTimeout(done));
  await fill(form, action.fields);
  form.scrollIntoView({ block: "nearest" });
  return true;
}

/** Fill in a form with the fields that it had, and tell it which figure was `marked`, if that is known. */
async function fill(form, entered, marked) {
  // Choices first: what is asked depends on them, and what follows from figures may differ from what was entered.
  const values = new Map(entered);
  const fields = [...form.querySelectorAll(FIELDS)];
  const isChoice = ({ type }) => type === "radio" || type === "checkbox";
  for (const choice of fields.filter(isChoice)) {
    const checked = entered.some(([name, value]) => name === choice.name && value === choice.value);
    if (checked !== choice.checked) choice.click();
    // Another choice may have cleared it.
    choice.checked = checked;
  }
  const figures = fields.filter((field) => !isChoice(field));
  for (const field of [...figures, ...figures]) put(field, values.get(field.name) ?? "");
  const isUsed = (field) => isBegun(field) || (marked && field.name === marked);
  const folds = [...form.querySelectorAll("details")].filter((fold) => [...fold.querySelectorAll(FIELDS)].some(isUsed));
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) folds.push(fold);
  await Promise.all(folds.filter((fold) => !fold.open).map(open));
  form.dispatchEvent(new CustomEvent("filled-in", { detail: marked }));
}

/** Open a fold, and wait until that has been told. */
function open(fold) {
  return new Promise((done) => {
    fold.addEventListener("toggle", done, { once: true });
    fold.open = true;
  });
}

function put(field, value) {
  if (field.value === value) return;
  field.value = value;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Whether a form asks for what an action has. */
function isFor(form, { action, fields }) {
  const values = new Map(fields);
  const address = new URL(form.action);
  const isSame = address.pathname + address.search === action;
  // A form into which nothing is entered, such as that of a payment, is about what its hidden fields say.
  const said = hiddenIn(form).map(({ name }) => name).filter((name) => !CHANGING.test(name));
  const asked = form.querySelector(FIELDS) ? KINDS : said;
  return isSame && form.elements.uid && asked.every((name) => (form.elements[name]?.value ?? "") === (values.get(name) ?? ""));
}
