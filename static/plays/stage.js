// Where the keys and the result are on the screen: in sight with the figure they belong to, and never so that Save
// moves under the thumb.

const GAP = 8;
/** The most room that is given in advance. */
const SPARE = 256;
const ONE_LINE = 28;
/** Room for the beginning of the result. */
const AHEAD = 3 * ONE_LINE;
/** For so many figures or sides the result has a line each from the start. */
const LINES = 6;

export class Stage {
  constructor(form, lines) {
    this.form = form;
    this.element = form.querySelector(".stage");
    this.keypad = form.querySelector(".keypad");
    this.result = form.querySelector(".look");
    this.bar = form.querySelector(".buttons");
    this.room = 0;
    this.tallest = 0;
    // Marks where the stage belongs while it is held at the edge of the screen.
    this.foot = document.createElement("div");
    this.element.before(this.foot);
    this.element.style.setProperty("--players", Math.min(lines, LINES));
  }

  get shown() {
    return isShown(this.element);
  }

  /** Whether the keys are held above what is below their place, which they then cover. */
  get held() {
    return this.element.classList.contains("held");
  }

  /** Whether the keys are beside the form, as on a phone on its side, and not below it. */
  get isBeside() {
    return getComputedStyle(this.element).position === "fixed";
  }

  /** Where Save begins if it is held at the edge of the screen, else the edge. */
  get edge() {
    return innerHeight - (getComputedStyle(this.bar).position === "sticky" ? this.bar.offsetHeight : 0);
  }

  /** Whether the result is shown below the keys, because the hand can be saved at any time. */
  get resultBelow() {
    return Boolean(this.result) && !this.keypad.hidden && isShown(this.result);
  }

  /** The greatest height so far of the keys with what is above them and the first line of the result below. */
  get keysHeight() {
    const { offsetTop, offsetHeight } = this.keypad;
    const line = this.resultBelow ? ONE_LINE : 0;
    this.tallest = Math.max(this.tallest, offsetTop + offsetHeight + line);
    return this.tallest;
  }

  /** Show the keys of a place, or none. */
  showKeys(place) {
    this.place = place;
    this.keypad.hidden = !place;
    this.hold();
  }

  /** Keep all the room that was ever taken. */
  hold() {
    this.reserve(this.element.offsetHeight);
    if (this.resultBelow) this.element.style.setProperty("--below", `${this.result.offsetHeight}px`);
    this.reach();
  }

  reserve(height) {
    // Behind a closed fold the height is 0, and the stylesheet's room must stay.
    if (height <= this.room) return;
    this.room = height;
    this.element.style.minHeight = `${height}px`;
  }

  /** Keep the keys in sight as long as their place is, however far below it they belong. */
  reach() {
    const { element, place, foot } = this;
    if (!place || !this.shown || this.isBeside) {
      element.classList.remove("held", "away");
      return;
    }
    const { edge, keysHeight } = this;
    const { top, bottom } = place.label.getBoundingClientRect();
    const below = foot.getBoundingClientRect().top + keysHeight > edge;
    element.classList.toggle("held", below && top + bottom > 0 && bottom <= edge - keysHeight);
    // After scrolling past the place, the keys say what they fill as long as they are in sight.
    element.classList.toggle("away", top + bottom <= 0 && this.keypad.getBoundingClientRect().bottom > 0);
    element.style.setProperty("--held-at", `${innerHeight - edge - (element.offsetHeight - keysHeight)}px`);
  }

  /** Scroll so that the place is in sight together with its keys, and the next place too. */
  bring() {
    if (!this.place || !this.shown) return;
    const { top, bottom, height } = this.place.label.getBoundingClientRect();
    if (this.isBeside) return this.scroll(Math.max(Math.min(bottom + GAP - innerHeight, top - GAP), Math.min(top - GAP, 0)));
    const lowest = this.edge - this.keysHeight;
    const covered = this.foot.getBoundingClientRect().top - lowest;
    if (top < 0) this.scroll(top - GAP);
    else if (covered <= 0) return;
    // So that the keys cover nothing, where the place then stays in sight.
    else if (covered <= top - GAP) this.scroll(covered);
    else if (bottom + GAP > lowest) this.scroll(Math.min(bottom + height + GAP - lowest, top - GAP));
  }

  /** Scroll so that the next choice is in sight with room for the result below it, before the last one is made. */
  bringChoice(chips) {
    const { top, bottom } = chips.getBoundingClientRect();
    const over = bottom + (this.result ? AHEAD : GAP) - this.edge;
    if (over > 0) this.scroll(Math.min(over, top - GAP));
  }

  scroll(by) {
    scrollBy({ top: by, behavior: "instant" });
    this.reach();
  }

  /** Make room in advance where something will come between the keys and Save. */
  makeRoom() {
    const folded = this.form.querySelector(".instead:not([open])");
    if (!this.shown || !(this.resultBelow || folded)) return;
    const spare = innerHeight - this.bar.getBoundingClientRect().bottom;
    if (this.edge === innerHeight || spare <= 0) return;
    this.reserve(this.element.offsetHeight + Math.min(spare, SPARE));
    this.hold();
  }

  /** Put in the result, where it can be seen, while Save stays under the thumb. */
  showResult(html) {
    const before = this.bar.getBoundingClientRect();
    this.result.innerHTML = html;
    this.hold();
    if (!this.keypad.hidden || this.isBeside) return;
    const inSight = before.top < innerHeight && before.bottom > 0;
    const moved = inSight ? this.bar.getBoundingClientRect().top - before.top : 0;
    const above = inSight && this.edge === innerHeight ? 0 : Math.min(this.result.getBoundingClientRect().top - GAP, 0);
    this.scroll(Math.max(moved, this.overhang) || above);
  }

  /** How much of the first line of the result is below the edge. */
  get overhang() {
    const first = this.result.querySelector(".left-out, .headline, li, .problem") ?? this.result;
    return Math.max(first.getBoundingClientRect().bottom + GAP - this.edge, 0);
  }
}

function isShown(element) {
  return element.checkVisibility?.() ?? element.offsetParent !== null;
}
