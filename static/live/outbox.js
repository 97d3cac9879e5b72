// A form that is sent while the server can't be reached waits here, so that what was entered isn't lost.

export class Outbox {
  reachable = true;

  constructor(onWaiting) {
    const hold = (event) => {
      if (this.reachable || event.target.method !== "post") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      [this.form, this.button] = [event.target, event.submitter];
      onWaiting();
    };
    addEventListener("submit", hold, true);
  }

  /** Whether a form waits. It waits no more when the page has replaced it. */
  get waits() {
    return Boolean(this.form?.isConnected);
  }

  /** Send the form that waits, if there is one. */
  send() {
    const form = this.waits && this.form;
    this.form = null;
    if (form) form.requestSubmit(this.button);
  }
}
