// What is being typed comes back whenever the phone shows a form that asks for the same, however its page was left and
// opened again: until it is saved or cleared, or for a day. It is kept for the phone, as some phones forget what a tab
// keeps with the browser. What waits or was refused is filled in again as well.

import { phoneStorage, tabStorage } from "../storage.js";
import { FIELDS, isBegun, isBusy, redraw } from "./parts.js";
import { all } from "./waiting.js";

/** Milliseconds. */
const TO_KEEP = 24 * 3600 * 1000;
const PREFIX = "draft ";
const KINDS = ["whole", "alone"];
/** Hidden fields that differ once others have changed something. */
const CHANGING = /^(csrf_token|uid|number|seats|revision|ahead|edition|since|change|coins|settles|hand-\d+)$/;
/** Hidden fields that may differ although the same is asked. */
const NOT_ASKED = /^(csrf_token|uid|revision|ahead|edition|known|settles|last|seen|since)$/;

/** The key under which a tab keeps the name of the draft that the browser itself is sending, and from which page. */
const SENDING = "draft being sent";

const { keptAt, live } = document.body.dataset;
const isRefusal = "posted" in document.body.dataset;
const [opening] = performance.getEntriesByType("navigation");
/** Whether each form has got back what was entered in it. */
const restored = new WeakMap();
/** The forms in which something may have been entered that was not sent. */
const used = new Set();
/** Those that the server has drawn with what was entered. */
const given = new WeakSet();
let sent = null;
let timer;

/** Keep what is being typed on this page, and put back what was. */
export function keepDrafts() {
  for (const name of phoneStorage.names(PREFIX)) if (!isRecent(phoneStorage.read(name))) phoneStorage.remove(name);
  forgetSaved();
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
  addEventListener("pagehide", keepAll);
  document.addEventListener("submit", ({ target }) => (sent = target), true);
  if (!live) followBrowser();
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

/** Forget what was entered in a form that is sent to an address, as it has been saved by another. */
export function forgetAt(address) {
  phoneStorage.remove(PREFIX + address);
}

/** Forget what the browser has sent if that has led to this page. One that was drawn as the answer itself refuses it. */
function forgetSaved() {
  const sending = tabStorage.read(SENDING);
  tabStorage.remove(SENDING);
  // After an answer of something in between, another page leads here.
  const isAnswer = opening?.type === "navigate" && document.referrer === sending?.from;
  if (isAnswer && !isRefusal) phoneStorage.remove(sending.name);
}

/** Note what the browser sends, as it does on pages that follow no game or night. */
function followBrowser() {
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || phoneStorage.get(nameOf(target)) === null) return;
    used.delete(target);
    tabStorage.write(SENDING, { name: nameOf(target), from: location.href.split("#")[0] });
  });
  // Without a network it leads nowhere, and Back to this page.
  addEventListener("pageshow", ({ persisted }) => persisted && tabStorage.remove(SENDING));
}

function isKept(form) {
  const isSaving = form.method === "post" && form.elements.uid && !("unkept" in form.dataset);
  return Boolean((isSaving || "asked" in form.dataset) && form.querySelector(FIELDS));
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
  const isDue = ({ name }) => /^(hand-|number$)/.test(name) && form.elements.corrects;
  const hidden = hiddenIn(form).filter((field) => !NOT_ASKED.test(field.name) && !isDue(field));
  const bid = JSON.parse(form.dataset.bid ?? "{}", (name, value) => (name === "trump" ? undefined : value));
  return JSON.stringify([hidden.map(({ name, value }) => [name, value]), bid, form.dataset.asked]);
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
  // The address has what was entered, and the server has filled it in.
  if ("typed" in form.dataset) {
    used.add(form);
    given.add(form);
    offerToStartAgain(form);
  } else if (draft?.asked === askedBy(form)) await putBack(form, draft);
  // A copy of the page, or a page for which something waits, may be about an earlier hand.
  else if (draft && !(keptAt || (await all()).length)) phoneStorage.remove(name);
  restored.set(form, true);
  // Someone may have tapped something before this was there.
  if (!used.has(form) && !form.querySelector(".key.waits") && ![...form.querySelectorAll(FIELDS)].some(isBegun)) return;
  used.add(form);
  keepAll();
}

async function putBack(form, { fields, marked, early, uid, y }) {
  // Someone who followed a link is where it led, whatever opens here.
  const top = scrollY;
  // What changes an entry that waits still does.
  if ((await all()).some((action) => action.uid === uid)) form.elements.uid.value = uid;
  await fill(form, fields, marked);
  const key = early && [...form.querySelectorAll(".key")].find(({ name, value }) => `${name}=${value}` === early);
  if (key) form.dispatchEvent(new SubmitEvent("submit", { submitter: key, cancelable: true }));
  scrollTo({ top: opening?.type === "navigate" ? top : y, behavior: "instant" });
  used.add(form);
  // After a refusal the form is as it was sent.
  if (isRefusal) given.add(form);
  else offerToStartAgain(form);
}

/** Offer to clear what has come back, beside the button that saves it, or below the form. */
function offerToStartAgain(form) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "start-again", textContent: "Start again" });
  button.addEventListener("click", (event) => {
    // The tap enters nothing that is to be kept.
    event.stopPropagation();
    startAgain(form, button);
  });
  const beside = form.querySelector(".buttons:not(.roomy)");
  if (beside) beside.append(button);
  else form.after(button);
}

function startAgain(form, button) {
  forget(form);
  button.remove();
  if (given.has(form)) return location.replace(form.action);
  const part = form.closest("[data-part]");
  if (part) return redraw(part);
  form.reset();
  form.dispatchEvent(new CustomEvent("filled-in"));
}

function keepAll() {
  for (const form of used) {
    if (!form.isConnected) used.delete(form);
    else if (isBusy(form) || (given.has(form) && isFilled(form))) keep(form);
    else phoneStorage.remove(nameOf(form));
  }
}

function isFilled(form) {
  return [...form.querySelectorAll(FIELDS)].some(({ value }) => value);
}

function keep(form) {
  // No page may choose a file.
  const isSet = ({ type, checked }) => (type !== "radio" && type !== "checkbox" && type !== "file") || checked;
  // What follows from other figures does so again.
  const fields = [...form.querySelectorAll(FIELDS)].filter((field) => isSet(field) && !field.closest(".derived"));
  const early = form.querySelector(".key.waits");
  const draft = {
    asked: askedBy(form),
    fields: fields.map(({ name, value }) => [name, value]),
    marked: form.querySelector(".marked input")?.name ?? "",
    early: early && `${early.name}=${early.value}`,
    uid: form.elements.uid?.value,
    y: scrollY,
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
  const fields = [...form.querySelectorAll(FIELDS)].filter(({ type }) => type !== "file");
  const isChoice = ({ type }) => type === "radio" || type === "checkbox";
  for (const choice of fields.filter(isChoice)) {
    const checked = entered.some(([name, value]) => name === choice.name && value === choice.value);
    if (checked !== choice.checked) choice.click();
    // Another choice may have cleared it.
    choice.checked = checked;
  }
  const figures = fields.filter((field) => !isChoice(field));
  for (const field of [...figures, ...figures]) {
    // Several may have the same name, such as the parts of a cost.
    const at = figures.filter(({ name }) => name === field.name).indexOf(field);
    put(field, entered.filter(([name]) => name === field.name)[at]?.[1] ?? "");
  }
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
