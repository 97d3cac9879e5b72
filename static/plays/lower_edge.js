// Before the first tap nothing is half in sight: what the lower edge of the screen or the keys would cut waits until someone
// taps or scrolls. Then it is brought into sight when its turn comes.

import { openChoices } from "./choices.js";

const PARTS = [
  ":scope > :not(fieldset.lines, .figure-rows)",
  ":scope > .figure-rows > *",
  ":scope > fieldset > .help",
  ":scope > fieldset.lines > :not(.cells, legend)",
  ":scope > fieldset.lines > .cells > *",
].join();
const BEGINS = ["pointerdown", "keydown", "wheel", "touchmove"];

export class LowerEdge {
  constructor(hand) {
    this.hand = hand;
    this.form = hand.form;
    this.stage = hand.stage;
    this.begin = () => this.show();
    for (const type of BEGINS) addEventListener(type, this.begin, { passive: true });
    // What was entered before a reload goes on.
    this.form.addEventListener("filled-in", this.begin, { once: true });
    this.hide();
  }

  /** Hide what would be cut or covered; everything else keeps its place. */
  hide() {
    if (this.begun) return;
    const { form, stage } = this;
    const parts = [...form.querySelectorAll(PARTS)].filter(
      (part) => part !== stage.element && part !== stage.bar && part.offsetHeight,
    );
    stage.rests = false;
    stage.reach();
    const isChosenFirst = openChoices(form, this.hand.replaced).length > 0;
    if (isChosenFirst && stage.held && parts.some((part) => part.matches("fieldset") && endOf(part) > topOf(stage.element))) {
      stage.rests = true;
      stage.reach();
    }
    const edge = (stage.isBeside ? innerHeight : stage.edge) + 1;
    const hide = (part, isCut) => part.classList.toggle("cut", isCut);
    const hideBelow = (limit) => {
      for (const part of parts) hide(part, endOf(part) > limit);
      return Boolean(stage.place?.label.closest(".cut"));
    };
    const isBoxHidden = hideBelow(stage.held ? topOf(stage.element) : edge);
    // Keys that would cover their own place wait instead.
    if (isBoxHidden && stage.held) hideBelow(edge);
    hide(stage.element, isBoxHidden || (!stage.isBeside && stage.element.getBoundingClientRect().bottom > edge));
  }

  show() {
    this.begun = true;
    for (const type of BEGINS) removeEventListener(type, this.begin);
    for (const part of this.form.querySelectorAll(".cut")) part.classList.remove("cut");
    this.stage.rests = false;
    this.stage.reach();
  }
}

/** Return where what is tapped in a part of the form ends; help below it may be out of sight. */
function endOf(part) {
  const keys = part.matches("fieldset") ? [...part.querySelectorAll(".place input, .chip, .key")] : [];
  return Math.max(...[...keys.filter((key) => key.offsetHeight), ...(keys.length ? [] : [part])].map((one) => one.getBoundingClientRect().bottom));
}

function topOf(element) {
  return element.getBoundingClientRect().top;
}
