// What the hand would score, in the words of the server, whose rules are the only judge.

/** Milliseconds without a tap after which the server is asked. */
const PAUSE = 120;

export class Preview {
  constructor(form, show) {
    this.form = form;
    this.show = show;
  }

  /** Ask once nothing has been tapped for a moment. */
  ask() {
    this.cancel();
    this.waiting = setTimeout(() => this.fetch(), PAUSE);
  }

  /** Drop the question, as the hand has changed or is being saved. */
  cancel() {
    clearTimeout(this.waiting);
    this.request?.abort();
  }

  async fetch() {
    this.request = new AbortController();
    const body = new FormData(this.form);
    body.set("look", "part");
    try {
      const answer = await fetch(this.form.action, { method: "POST", body, signal: this.request.signal });
      if (answer.ok) this.show(await answer.text());
    } catch {
      // Without a network there is no preview; the hand can be saved when the network is back.
    }
  }
}
