// What the server says of a hand, as its rules are the only judge: what it would score, and what is refused.

import { isOurs } from "../live/ours.js";

/** Milliseconds without a tap after which the server is asked. */
const PAUSE = 120;
export const REFUSED = "[aria-describedby^=wrong-]";

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
    const { signal } = (this.request = new AbortController());
    const body = new FormData(this.form);
    // The server does not know the hands before this one yet.
    if ("ahead" in this.form.dataset) return this.showAhead([...body], signal);
    body.set("look", "part");
    try {
      const answer = await fetch(this.form.action, { method: "POST", body, signal });
      if (!isOurs(answer)) throw new Error(answer.statusText);
      if (answer.ok) this.show(await answer.text());
    } catch {
      // An earlier hand has been previewed by the server alone.
      if (!signal.aborted && this.form.action.endsWith("/hands")) this.showAhead([...body], signal);
    }
  }

  /** Show what the rules on this phone say, if they are there. */
  async showAhead(fields, signal) {
    const scoring = await import("./offline/scoring.js").catch(() => null);
    const html = await scoring?.previewOf(this.form, fields.filter(([name]) => name !== "look"));
    if (!signal.aborted) this.show(html ?? '<p class="help">Scored once it is sent.</p>');
  }
}

/** Withdraw what was refused once it is changed; its room stays, so that nothing moves under the thumb. */
export function forgive(field) {
  for (let refused = field.closest(REFUSED); refused; refused = field.closest(REFUSED)) {
    const message = refused.getAttribute("aria-describedby");
    const form = refused.closest("form");
    form.querySelector(`[id="${message}"]`)?.classList.add("forgiven");
    for (const one of form.querySelectorAll(`[aria-describedby="${message}"]`)) {
      one.removeAttribute("aria-describedby");
      one.removeAttribute("aria-invalid");
    }
  }
}
