// Cards of several players, of whom one is shown at a time; each has a key with the points counted so far.

import { written } from "./figures.js";
import { newKey } from "./keypad.js";

export class OneByOne {
  constructor(fieldset, form) {
    this.everyone = "everybody" in fieldset.dataset;
    this.groups = form.groups.filter((group) => fieldset.contains(group.fieldset));
    this.keys = this.groups.map((group) => this.key(group, form));
    const row = document.createElement("div");
    row.className = "row players";
    // Names stand in the order of the totals, and are filled in in the order of play.
    const names = [...fieldset.querySelectorAll("fieldset.places")].map(({ dataset }) => dataset.name);
    row.append(...names.map((name) => this.keys.find(({ dataset }) => dataset.shows === name)));
    fieldset.querySelector("fieldset.places").before(row);
    this.show(this.groups[0]);
  }

  key({ figures, name, title }, form) {
    const key = newKey("", () => form.mark(figures.find((place) => !place.filled) ?? figures[0]));
    key.dataset.shows = name;
    const player = document.createElement("span");
    player.textContent = title;
    key.append(player, " ", document.createElement("b"));
    return key;
  }

  show(group) {
    if (!this.groups.includes(group)) return;
    for (const [at, other] of this.groups.entries()) {
      other.fieldset.hidden = other !== group;
      this.keys[at].setAttribute("aria-pressed", other === group);
    }
  }

  /** The first player who is still to be counted, once anyone is: undefined if nobody need be. */
  get uncounted() {
    const entered = (place) => place.filled && !place.derived;
    if (!this.everyone || !this.groups.some(({ figures }) => figures.some(entered))) return undefined;
    const counted = ({ figures }) => figures.some(({ value }) => value) || figures.every(({ filled }) => filled);
    return this.groups.find((group) => !counted(group));
  }

  /** Write the points of each player on their key, once something was counted. */
  count() {
    for (const [at, { figures }] of this.groups.entries()) {
      const points = figures.reduce((sum, place) => sum + place.points, 0);
      const counted = figures.some((place) => place.filled && !place.derived);
      this.keys[at].lastChild.textContent = counted ? written(points) : "";
    }
  }
}
