// A form is sent while the page stays as it is, and so does what was entered if there is no answer: it waits here until
// the server can be reached.

/** Milliseconds until it is worth saying that something is being saved. */
const SLOW = 300;
/** How often a form is sent without anyone asking for it again. */
const TRIES = 3;

export class Outbox {
  reachable = true;
  /** Whether an answer is waited for, and longer than usual. */
  isSlow = false;
  failures = 0;

  /** `tell` is called when there is something else to say. */
  constructor(tell, check) {
    this.tell = tell;
    this.check = check;
    addEventListener("submit", (event) => this.hold(event), true);
    addEventListener("submit", (event) => this.take(event));
  }

  /** Whether a form waits. It waits no more when the page has replaced it. */
  get waits() {
    return Boolean(this.form?.isConnected);
  }

  /** Keep a form while the server can't be reached. */
  hold(event) {
    if (this.reachable || event.target.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.keep(event.target, event.submitter);
  }

  keep(form, button) {
    [this.form, this.button] = [form, button];
    this.tell();
  }

  /** Send a form instead of the browser, for which each answer would be another page to go back from. */
  async take(event) {
    const { target: form, submitter: button } = event;
    if (event.defaultPrevented || form.method !== "post" || "again" in form.dataset) return;
    event.preventDefault();
    this.form = null;
    const turn = (this.turn = {});
    const isNewest = () => turn === this.turn;
    const slow = setTimeout(() => this.showSlow(isNewest()), SLOW);
    try {
      const { save } = await import("./saving.js");
      await save(form, button, isNewest);
      this.failures = 0;
    } catch {
      delete form.dataset.sent;
      this.failures += 1;
      if (isNewest()) this.keep(form, button);
      this.check();
    }
    clearTimeout(slow);
    this.showSlow(false);
  }

  showSlow(yes) {
    this.isSlow = yes;
    this.tell();
  }

  /** Send the form that waits, if there is one, unless that has failed often. */
  retry() {
    if (this.failures < TRIES) this.send();
  }

  send() {
    const form = this.waits && this.form;
    this.form = null;
    if (form) form.requestSubmit(this.button);
  }
}
