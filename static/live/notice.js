// What other phones have done, in a sentence: announced, and shown above a form that it concerns.

import { forget } from "./draft.js";
import { findPart, holdStill, replace } from "./parts.js";

export class Notice {
  constructor(announced) {
    this.announced = announced;
    this.element = document.createElement("div");
    this.element.className = "notice";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Show the ${document.querySelector(".board") ? "sheet" : "hand"} as it is now`;
    button.addEventListener("click", () => this.dismiss());
    this.element.append(button);
  }

  /** Return what the new page says that this page does not: empty if nothing. */
  read(next) {
    const [before, after] = [document, next].map(newsOf);
    return after && nameOf(before) !== nameOf(after) ? after.textContent : "";
  }

  /** Announce the news, and show them above the form that was left as it was, if there is one. */
  show(news, kept, next) {
    this.announced.textContent = news;
    this.next = next;
    if (!this.element.isConnected) this.clear();
    const form = kept.find((part) => !part.matches("details"));
    if (!form || !next.getElementById("news")) return;
    const sentence = document.createElement("p");
    sentence.textContent = news || "Someone has changed this game.";
    holdStill(() => {
      this.element.lastChild.before(sentence);
      if (this.element.parentElement !== form) form.prepend(this.element);
    });
  }

  dismiss() {
    const form = this.element.parentElement;
    // What was entered or refused is given up.
    delete document.body.dataset.kept;
    form.querySelectorAll("form").forEach(forget);
    const next = findPart(this.next, form);
    this.clear();
    if (!next) return form.remove();
    const heading = replace(form, next).querySelector("h2");
    heading.tabIndex = -1;
    heading.focus();
  }

  clear() {
    this.element.remove();
    for (const sentence of this.element.querySelectorAll("p")) sentence.remove();
  }
}

/** Return what differs for other news; a new name of a player is none. */
function nameOf(news) {
  return news?.dataset.change ?? news?.textContent;
}

function newsOf(page) {
  return page.getElementById("news") ?? page.querySelector(".undo [role=status]");
}
