// A form is sent while the page stays as it is. What was entered is kept on the phone first, and waits there until the
// server has answered.

import { actionOf, renew } from "./action.js";
import { forget } from "./draft.js";
import { FIELDS } from "./entering.js";
import { isAccepted, post, postAlone, refuse, Sender } from "./sending.js";
import { add, all, isAnyUnkept, remove } from "./waiting.js";
import { warn } from "./waiting_line.js";

/** Milliseconds until it is worth saying that something is being saved, and asking whether the server can be reached. */
const SLOW = 300;
const VERY_SLOW = 2500;
const UNKEPT = "What you enter isn’t stored on this phone: its storage is full, blocked or was cleared. Keep this page open until it is sent.";

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
    // The files of this page may be gone from the server, which is a newer one.
    const saving = form?.isConnected && (await import("./saving.js").catch(() => null));
    if (!saving) return postAlone(action);
    this.delivered = action.uid;
    // A tap that had to wait is kept if others have made it pointless, as nothing on the page would say so for long.
    const isKept = this.sender.told.has(action.uid) && !form.querySelector(FIELDS);
    let answer;
    const isNewest = () => this.newest === action.uid && !(isKept && answer && !isAccepted(answer));
    const slow = [setTimeout(() => this.showSlow(isNewest()), SLOW), setTimeout(() => this.check(), VERY_SLOW)];
    try {
      const send = async (headers) => (answer = await post(action, headers));
      const isShown = await saving.save(form, button, isNewest, send);
      if (!isAccepted(answer)) await this.refuse(action, answer, isShown);
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
    if (renew(form)) this.forms.delete(uid);
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
    const deciding = await import("./deciding.js").catch(() => null);
    await deciding?.showConflicts(await all());
  }

  showSlow(yes) {
    this.isSlow = yes;
    this.tell();
  }
}
