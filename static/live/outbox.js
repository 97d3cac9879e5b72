// A form is sent while the page stays as it is, and the answer is shown on the same page, so that the phone's Back leaves
// it in one step. What was entered is kept on the phone first, and waits there until the server has answered.

import { tabStorage } from "../storage.js";
import { forget } from "./draft.js";
import { complete, FIELDS, holdStill, isSamePage, shownParts, update, versions } from "./parts.js";
import { ask, isAccepted, post, postAlone, refuse, Sender } from "./sending.js";
import { add, all, arrive, isAnyUnkept, laterThanAll, newUid, remove } from "./waiting.js";
import { showConflicts, warn } from "./waiting_list.js";

/** Milliseconds until it is worth saying that something is being saved, and asking whether the server can be reached. */
const SLOW = 300;
const VERY_SLOW = 2500;
const UNKEPT = "What you enter isn’t stored on this phone: its storage is full, blocked or was cleared. Keep this page open until it is sent.";

const TYPED = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea";
const TAPPED = "input:is([type=radio], [type=checkbox]):checked";

export class Outbox {
  /** Whether an answer is waited for, and longer than usual. */
  isSlow = false;
  isReachable = true;
  /** What this phone keeps, except for what is being sent for the first time. */
  waiting = [];
  /** The forms of this page that wait for their answers, by the ids of their actions. */
  forms = new Map();

  /** `tell` is called when there is something else to say, and `check` to find out whether the server can be reached. */
  constructor(tell, check) {
    Object.assign(this, { tell, check });
    this.sender = new Sender({
      mayTry: () => this.isReachable,
      deliver: (action) => this.deliver(action),
      onFail: ({ uid }) => {
        this.release(uid);
        this.delivered = null;
        this.check();
      },
    });
    addEventListener("submit", (event) => this.take(event));
    addEventListener("beforeunload", (event) => isAnyUnkept() && event.preventDefault());
    document.addEventListener("action-waiting", ({ detail }) => this.release(detail.uid));
    document.addEventListener("action-sent", ({ detail }) => this.catchUp(detail.uid));
    for (const kind of ["action-waiting", "action-sent", "action-refused"]) {
      document.addEventListener(kind, () => this.count());
    }
    document.addEventListener("actions-changed", () => {
      clearTimeout(this.counting);
      this.counting = setTimeout(() => this.count(), SLOW);
    });
    this.sender.send();
    this.count();
  }

  /** Whether the server does not answer although it can be reached, and is not only busy. */
  get failed() {
    return this.isReachable && this.sender.failures > 0 && !this.sender.isBusy;
  }

  /** Return whether this page is sending an action, or has just shown what became of it. */
  isShownByForm(uid) {
    return !this.sender.told.has(uid) && (this.forms.has(uid) || this.delivered === uid);
  }

  reach(yes) {
    if (yes === this.isReachable) return;
    this.isReachable = yes;
    document.documentElement.classList.toggle("unreachable", !yes);
    if (yes) this.sender.send();
    else this.sender.tellAll();
    this.compare();
  }

  /** Send a form instead of the browser, for which each answer would be another page to go back from. */
  async take(event) {
    const { target: form, submitter: button } = event;
    if (event.defaultPrevented || form.method !== "post" || "again" in form.dataset) return;
    event.preventDefault();
    const action = actionOf(form, button, Number(document.body.dataset.version));
    this.newest = action.uid;
    this.forms.set(action.uid, { form, button });
    await add(action);
    if (!isAnyUnkept()) forget(form);
    // What waited before and was changed goes on waiting.
    if (!this.isReachable && this.sender.told.has(action.uid)) this.release(action.uid);
    this.sender.send();
  }

  /** Send an action, and show the answer if its form is on this page. */
  async deliver(action) {
    const { form, button } = this.forms.get(action.uid) ?? {};
    if (!form?.isConnected) return postAlone(action);
    this.delivered = action.uid;
    // A tap that had to wait is kept if others have made it pointless, as nothing on the page would say so for long.
    const isKept = this.sender.told.has(action.uid) && !form.querySelector(FIELDS);
    const isNewest = () => this.newest === action.uid;
    const slow = [setTimeout(() => this.showSlow(isNewest()), SLOW), setTimeout(() => this.check(), VERY_SLOW)];
    try {
      document.getElementById("changed").textContent = "";
      const { headers, html } = shownParts();
      const answer = await post(action, headers);
      // What is shown does not wait for the phone's storage, unless it is shown already as waiting.
      const arrived = isAccepted(answer) && arrive(action);
      if (this.sender.told.has(action.uid)) await arrived;
      const page = await pageOf(answer, headers);
      const isWanted = () => isNewest() && (arrived || !isKept);
      // Where an answer only leads was fetched later: others may have changed it by then.
      const saved = arrived && answer.status === 200 ? action : null;
      const isShown = isWanted() && showAnswer(page, html, form, answer, saved);
      if (arrived) await arrived;
      else await this.refuse(action, answer, isShown);
      if (isWanted() && !isShown) leave(answer, form, button);
      this.forms.delete(action.uid);
    } finally {
      slow.forEach(clearTimeout);
      this.showSlow(false);
    }
  }

  /** A form that was refused is on the page again, with what was entered; anything else needs a decision. */
  async refuse(action, answer, isShown) {
    const isConflict = document.querySelector(`[data-conflict="${action.uid}"]`);
    if (isShown && !isConflict) await remove(action.uid, action.at);
    else await refuse(action, answer);
  }

  /** Let the form of an action that has to wait be used again. */
  release(uid) {
    const form = this.forms.get(uid)?.form;
    if (!form) return;
    delete form.dataset.sent;
    for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = !menu.contains(form);
    if (form.elements.seats || form.elements.was || !form.querySelector(TYPED)) return;
    renew(form);
    this.forms.delete(uid);
  }

  /** Show what another tab has sent for this one, unless the page is asking for something else by now. */
  catchUp(uid) {
    const isAhead = document.querySelector(".ahead") || isAnyUnkept();
    if (uid !== this.delivered && this.forms.get(uid)?.form.isConnected && !isAhead) location.reload();
  }

  async count() {
    const actions = await all();
    const isOurs = ({ uid }) => this.forms.has(uid) || this.sender.told.has(uid);
    // Another tab sends them, unless it is killed first.
    if (actions.some((action) => action.state === "waiting" && !isOurs(action))) this.sender.send();
    this.waiting = actions.filter(({ uid, state }) => state !== "waiting" || this.sender.told.has(uid) || !this.forms.has(uid));
    warn("unkept", this.waiting.length > 0 && isAnyUnkept() && UNKEPT);
    this.compare();
    this.tell();
  }

  /** Show what has to be decided on this page, and no longer what has been. */
  async compare() {
    const isAsked = document.querySelector("[data-conflict]") || this.waiting.some(({ state }) => state === "conflict");
    if (!this.isReachable || !isAsked) return;
    await showConflicts(await all());
  }

  showSlow(yes) {
    this.isSlow = yes;
    this.tell();
  }
}

/** Return the action for a form that was sent with a button. */
function actionOf(form, button, known) {
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  const address = new URL(form.action);
  return {
    uid: form.elements.uid.value,
    address: document.body.dataset.live,
    game: document.body.dataset.name,
    page: location.pathname + location.search,
    action: address.pathname + address.search,
    fields,
    words: wordsFor(form, button),
    entered: enteredIn(form, button),
    at: laterThanAll(),
    known,
    ...(form.dataset.settles && { settles: form.dataset.settles }),
    state: "waiting",
  };
}

/** Empty a form that can be sent with something else as well, such as one for coins. */
function renew(form) {
  delete form.dataset.sent;
  form.reset();
  form.elements.uid.value = newUid();
  // What it was drawn to settle waits with the action by now.
  for (const field of form.querySelectorAll("[name=settles], [name=joining]")) field.remove();
  delete form.dataset.settles;
}

/** Return what a form saves, in words: "Hand 7", "Bid of hand 7", what it names, or what its button or its heading says. */
function wordsFor(form, button) {
  if (form.dataset.saves) return form.dataset.saves;
  const label = tidy(button?.getAttribute("aria-label") ?? button?.textContent ?? "");
  const saves = /^Save (\S+ \d+|note)$/.exec(label)?.[1];
  if (saves) return form.matches(".correct") ? `Correction of ${saves}` : capital(saves);
  const step = /\/(bid|trump|hands)$/.exec(form.action)?.[1];
  const hand = step && handIn(form);
  if (hand) return step === "hands" ? capital(hand) : `${capital(step)} of ${hand}`;
  if (form.matches(".undo")) return `Undo “${tidy(form.textContent.replace(label, ""))}”`;
  const heading = form.querySelector(TYPED) && form.closest("section, details")?.querySelector("h2, summary");
  return heading ? tidy(heading.textContent) : label;
}

/** Return which hand a form of the sheet is about, such as "hand 7". */
function handIn(form) {
  const number = form.elements.number?.value;
  const found = new RegExp(`\\p{L}+ ${number}(?!\\d)`, "u").exec(form.closest(".panel")?.querySelector("h2")?.textContent ?? "");
  return (found?.[0] ?? `hand ${number}`).toLowerCase();
}

/** Return what was entered in words, such as "Bea, 5", with the figures of each player apart: "Bea, 5 · Ann 3, Bea 5". */
function enteredIn(form, button) {
  // What was proposed goes without saying.
  const tapped = [...form.querySelectorAll(TAPPED)].filter((input) => !input.defaultChecked).map(labelOf);
  const typed = [...form.querySelectorAll(TYPED)].filter(({ value, disabled }) => value && !disabled);
  const isFigure = (input) => input.closest(".place");
  const figures = typed.filter(isFigure).map((input) => `${labelOf(input)} ${input.value}`);
  const others = typed.filter((input) => !isFigure(input)).map(({ value }) => value);
  const saved = button?.name && wordsIn(button);
  const listed = (words) => words.filter(Boolean).map(tidy).join(", ");
  return [listed([...tapped, ...others, saved]), listed(figures)].filter(Boolean).join(" · ");
}

function labelOf(input) {
  const label = input.labels?.[0];
  return label ? wordsIn(label.querySelector(".name, span") ?? label) : "";
}

/** Return the words of an element as they are read out: without the total that a bid comes to, or the beginning of a name. */
function wordsIn(element) {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return copy.textContent;
}

function tidy(words) {
  return words.replace(/\s+/g, " ").trim();
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the page that an answer is or leads to; an empty one if that is another than this, or can't be had now. */
async function pageOf({ status, headers, html }, shown) {
  const parse = (text) => new DOMParser().parseFromString(text, "text/html");
  if (status !== 204) return parse(html);
  const address = new URL(headers.get("Content-Location"), location.href);
  const isHere = address.pathname === location.pathname;
  return parse((isHere && (await ask(address, { headers: shown, cache: "no-store" }).catch(() => null))?.html) || "");
}

/**
 * Show an answer if it is this page in another state, with what the server left out of it; return whether it is. The page is
 * told of the action that was `saved` if that is the last change that it shows.
 */
function showAnswer(next, html, form, { headers }, saved) {
  complete(next, html);
  if (!isSamePage(next)) return false;
  const before = newsOf(document);
  show(next, form, headers.get("Content-Location") ?? location.href, saved);
  const news = newsOf(next);
  if (news?.change !== before?.change) document.getElementById("changed").textContent = news?.own ?? "";
  return true;
}

/** Go to the page that an answer leads to; if it leads nowhere, show it as a page. */
function leave({ status, headers }, form, button) {
  const address = headers.get("Content-Location");
  if (address) leaveFor(new URL(address, location.href).href);
  // A page that is not found says less than this one, where it is said that this was not saved, and why.
  else if (status !== 404) sendAsPage(form, button);
}

/** Return what a page says changed last. */
function newsOf(page) {
  return page.getElementById("news")?.dataset;
}

function show(next, form, address, saved) {
  const { version, page, kept } = next.body.dataset;
  versions.shown = Number(version);
  versions.newest = Math.max(versions.newest, versions.shown);
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  showFlashes(next);
  if (form.matches("[data-part]")) holdStill(() => update(next, form));
  else {
    if (form.matches(".entry") || next.querySelector(".undo, .flash, .problem")) scrollTo({ top: 0, behavior: "instant" });
    update(next, form);
  }
  // A form outside the parts is still there if nothing around them has changed, and takes the next one.
  if (form.isConnected) {
    renew(form);
    form.querySelector(TYPED)?.focus({ preventScroll: true });
  }
  // The player who objects to a hand is asked for a figure.
  if (form.dataset.part === "not-right") document.querySelector("#objections :is(.key, .typed-line input)")?.focus();
  Object.assign(document.body.dataset, { version });
  for (const [name, value] of Object.entries({ page, kept })) {
    if (value === undefined) delete document.body.dataset[name];
    else document.body.dataset[name] = value;
  }
  document.title = next.title;
  history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("form-answered", { detail: saved }));
}

function showFlashes(next) {
  for (const flash of document.querySelectorAll(".flash")) flash.remove();
  for (const flash of next.querySelectorAll(".flash")) document.querySelector("main").before(document.importNode(flash, true));
}

/** Go to another page: back if that is where this page was opened from. */
function leaveFor(address) {
  const goesBack = document.referrer === address && history.length > 1;
  if (!goesBack) return location.assign(address);
  tabStorage.set("to-top", "yes");
  history.back();
}

/** Let the browser send the form again, to show an answer that is no page of ours: the server does nothing twice. */
function sendAsPage(form, button) {
  delete form.dataset.sent;
  const copy = document.createElement("input");
  if (button?.name) form.append(Object.assign(copy, { type: "hidden", name: button.name, value: button.value }));
  form.submit();
}
