// What goes with a figure in its line, such as a special roll: keys above the keypad for the marked figure.

import { keepFocus, newKey, NOTHING } from "./keypad.js";

export class KeysBeside {
  constructor(keypad, form) {
    this.form = form;
    this.element = document.createElement("div");
    this.element.className = "keys-beside";
    keypad.before(this.element);
  }

  draw(place) {
    const rows = (place?.beside ?? []).map((select) => this.row(place, select));
    keepFocus(this.element, () => this.element.replaceChildren(...rows));
  }

  row(place, select) {
    const row = document.createElement("div");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", select.getAttribute("aria-label"));
    const title = document.createElement("span");
    title.textContent = select.dataset.of;
    const options = [...select.options].filter(({ value }) => value);
    row.append(title, ...options.map((option) => this.key(place, select, option)));
    return row;
  }

  key(place, select, option) {
    const key = newKey(option.text, () => this.choose(place, select, option));
    key.setAttribute("aria-pressed", option.selected);
    return key;
  }

  /** Choose an option, or clear it if it is chosen; some fix the figure as well. */
  choose(place, select, option) {
    const fixes = JSON.parse(select.dataset.fixes ?? "{}");
    select.value = option.selected ? "" : option.value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    if (select.value in fixes) this.form.enter(place, fixes[select.value] ?? NOTHING);
  }
}

/** Say in each line what was chosen beside its figure. */
export function sayChosen(places) {
  for (const { label, beside } of places) {
    if (!beside.length) continue;
    const chosen = beside.filter((select) => select.value).map((select) => select.selectedOptions[0].text);
    const words = label.parentElement.querySelector(".chosen") ?? document.createElement("span");
    words.className = "chosen";
    words.textContent = chosen.join(", ");
    label.querySelector("span").append(words);
  }
}
