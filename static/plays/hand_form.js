// A form for a hand, or for a step of it: a key fills the marked figure and the mark moves on, what follows from the
// rest is filled in, and the result is shown before it is saved.

import { choiceStep, chosen, clearTapped, forgive, isAsked, leaderIn, noteChosen, openChoices, Preview, REFUSED } from "./choices.js";
import { Bounds, derive, settle, standing } from "./figures.js";
import { groupsOf, leaveOut, nameSides, OneByOne, startWith } from "./group.js";
import { KeysBeside, Keypad, LowerEdge, SaveButton, sayChosen, Stage } from "./keypad.js";

const CHOICES = "[type=radio], [type=checkbox], select";

export class HandForm {
  constructor(form) {
    this.form = form;
    this.announced = form.querySelector(".told");
    // The preview says what counts as 0.
    form.elements.left_out?.remove();
    this.groups = groupsOf(form);
    startWith(leaderIn(form), this.groups);
    const keypad = form.querySelector(".keypad");
    this.keypad = new Keypad(keypad, this);
    this.bounds = new Bounds(form, this.groups, JSON.parse(keypad.dataset.sums ?? "null"));
    this.oneByOne = [...form.querySelectorAll("fieldset.one-by-one")].map((each) => new OneByOne(each, this));
    this.beside = form.querySelector(".beside") && new KeysBeside(keypad, this);
    this.stage = new Stage(form);
    this.preview = form.querySelector(".look") && new Preview(form, (html) => this.showResult(html));
    this.saveButton = new SaveButton(this);
    noteChosen(form);
    listen(this);
    this.showChoices();
    this.mark(this.nextOpen());
    this.saveButton.show();
    if (!form.closest("details")) this.hideCut();
  }

  get figures() {
    return this.groups.flatMap((group) => group.figures);
  }

  // What is entered

  /** Enter a figure and move on to the next. */
  enter(place, value) {
    place.put(value);
    this.changed(place);
    this.moveOn(place);
  }

  /** Change a figure that may not be finished. */
  type(place, text) {
    place.put(text);
    this.changed(place);
    if (this.stage.held) this.stage.bring();
  }

  changed(place) {
    const { group } = place;
    forgive(place.input);
    place.derived = false;
    place.said = null;
    place.refresh();
    if (place === this.marked) this.announced.dataset.figure = place.text;
    if (group.course) this.followRows();
    if (group.instead && place.filled) this.clearReplaced(group.instead);
    else this.clearInstead(group.name);
    settle(place, this.figures, this.limits);
    this.sayLeft();
    this.ask();
  }

  /** Fill in the figures of the hand before, as far as they are asked now. */
  fillAgain(figures) {
    for (const place of this.figures) {
      if (place.absent || !(place.name in figures)) continue;
      place.put(figures[place.name]);
      this.changed(place);
    }
    this.mark();
  }

  /** Fill in what players have answered to “Ask the table”, where the hand is being entered. */
  static fillAnswers(forms) {
    const { figures } = document.querySelector("[data-figures]")?.dataset ?? {};
    if (!figures) return;
    for (const hand of forms) if (!hand.form.closest("details:not([open])")) hand.fillIn(JSON.parse(figures));
  }

  /** Fill in what players say they have, where nothing else was entered here. */
  fillIn(said) {
    const isFree = (place) => !place.filled || place.derived || place.text === place.said;
    const isNew = (place) => place.said !== said[place.name] || place.derived;
    const places = this.figures.filter((place) => place.name in said && !place.absent && !this.replaced.includes(place.group.name));
    const changed = places.filter((place) => isFree(place) && isNew(place));
    this.said = said;
    if (!changed.length) return this.sayOverruled();
    this.lowerEdge?.show();
    const begins = !this.figures.some(({ filled, derived }) => filled && !derived);
    for (const place of changed) {
      place.put(said[place.name]);
      place.said = place.text;
    }
    derive(this.figures, this.limits);
    // They were not entered here: the form may still be replaced once the hand is saved elsewhere.
    for (const { derived, input, said, text } of this.figures) if (derived || text === said) input.defaultValue = text;
    // A thumb that is on its way to a key means the figure that is marked.
    if (begins) this.mark(this.nextOpen());
    else if (this.marked) this.keypad.draw(this.marked);
    this.sayLeft();
    this.ask();
  }

  chose(input) {
    if (input.checked) this.clearInstead(input.name);
    if (startWith(leaderIn(this.form), this.groups)) this.bounds.reorder();
    this.refresh();
    if (input.closest("[data-leads]")) this.markFirst();
    this.bring();
  }

  /** Bring what is entered next into sight, scrolling no further than that takes. */
  bring() {
    const [next] = openChoices(this.form, this.replaced);
    if (next) this.stage.bringChoice(next);
    else this.stage.bring();
  }

  /** Hide what the lower edge cuts, until someone begins. */
  hideCut() {
    this.lowerEdge ??= new LowerEdge(this);
  }

  /** Show what a choice means for the rest of the form. */
  refresh() {
    if (this.bounds.follow()) {
      derive(this.figures, this.limits);
      if (this.marked) this.keypad.draw(this.marked);
    }
    this.showChoices();
    this.ask();
  }

  /** Clear what an entry replaces, as the newer of two ways to say the same counts. */
  clearReplaced(name) {
    for (const group of this.groups) if (group.name === name) group.clear();
    for (const radio of this.form.querySelectorAll(`[type=radio][name="${name}"]`)) radio.checked = false;
  }

  /** Clear what was entered instead of an entry. */
  clearInstead(name) {
    for (const group of this.groups) if (group.instead === name) group.clear();
  }

  /** The entries that something else was entered for. */
  get replaced() {
    return this.groups.filter((group) => group.instead && group.filled).map((group) => group.instead);
  }

  // What that means for the rest

  get limits() {
    return this.bounds.limits;
  }

  /** Show what the choices mean for the figures, and say what is left. */
  showChoices() {
    leaveOut(this.form, this.groups);
    if (this.marked?.absent) this.markNext(this.marked);
    this.followRows();
    sayChosen(this.figures);
    if (this.marked) this.beside?.draw(this.marked);
    nameSides(this.form, this.groups);
    this.sayLeft();
  }

  followRows() {
    for (const group of this.groups) {
      if (group.course) group.sayStanding(standing(group.course, (name) => chosen(this.form, name), group.row));
    }
    // A row that is over has no further keys.
    if (this.marked?.group.course) this.keypad.draw(this.marked);
  }

  /** Say beside each title how much is left, where the figures must reach their limit; else what that is. */
  sayLeft() {
    for (const group of this.groups) {
      if (this.oneByOne.some(({ groups }) => groups.includes(group))) continue;
      const words = this.bounds.describe(group);
      if (words) group.say(words);
    }
    for (const each of this.oneByOne) each.count();
    this.sayOverruled();
  }

  /** Say beside who is missing what players say they have, where something else was entered here. */
  sayOverruled() {
    const doubt = this.said && document.querySelector(".doubt");
    doubt?.querySelector(".overruled")?.remove();
    if (!doubt?.textContent) return;
    const words = this.figures.filter((place) => place.filled && !place.absent && place.name in this.said).map((place) => {
      const [theirs, here] = [this.said[place.name], place.text].map((text) => text.replace("-", "−"));
      const { title } = place.group;
      const whose = place.title === title ? title : `${this.groups.length > 1 ? `${title}: ` : ""}${place.title} said`;
      return theirs === here ? "" : ` ${whose} ${theirs}, not ${here}.`;
    });
    doubt.append(Object.assign(document.createElement("span"), { className: "overruled", textContent: words.join("") }));
  }

  // The mark

  /** Mark a place, whose keys are shown; without one they are of no use. */
  mark(place) {
    if (this.marked !== place) this.marked?.addUp();
    this.marked = place;
    for (const other of this.figures) other.label.classList.toggle("marked", other === place);
    this.announced.textContent = place?.announcement ?? "";
    this.announced.dataset.figure = place?.text ?? "";
    if (place) {
      for (const each of this.oneByOne) each.show(place.group);
      this.keypad.draw(place);
    } else {
      if (this.keypad.element.contains(document.activeElement)) this.saveButton.button.focus({ preventScroll: true });
    }
    this.beside?.draw(place);
    this.stage.showKeys(place);
    this.saveButton.show();
  }

  /** Mark the next open place, and bring it into sight. */
  moveOn(place) {
    this.markNext(place);
    this.stage.bring();
  }

  /** Whether something would count as 0, as far as is known before the result. */
  get hasBlanks() {
    const { result } = this.stage;
    return result?.querySelector(".change") ? Boolean(this.form.querySelector(".left-out")) : Boolean(result && this.nextOpen());
  }

  /** Return the first open place after this one, starting over at the end. */
  nextOpen(place) {
    const from = this.figures.indexOf(place) + 1;
    const inOrder = [...this.figures.slice(from), ...this.figures.slice(0, from)];
    return inOrder.find((other) => this.isOpen(other));
  }

  /** Mark the next open place, if there is one. */
  markNext(place) {
    this.mark(this.nextOpen(place));
  }

  /** Mark the first open place, such as that of the player who was just chosen; without one, leave the mark. */
  markFirst() {
    const first = this.figures.find((place) => this.isOpen(place));
    if (first) this.mark(first);
  }

  /** Go on in a form that was filled in again: at the figure with a name, at none, or where nobody knows, at the next. */
  resume(name) {
    if (name === null) this.markNext();
    else this.mark(this.figures.find((place) => place.name === name));
    if (!this.stage.result?.childElementCount) this.ask();
  }

  /** Go on to the next open place as from the keyboard; from the last one to what is missing, or to Save. */
  leave(place) {
    const open = this.nextOpen(place);
    if (open && open !== place) this.focus(open);
    else if (this.next) this.next.go();
    else this.saveButton.button.focus();
  }

  /** Go to the marked place from the keyboard, or on from there once it is filled. */
  goOn() {
    if (this.marked && !this.marked.filled) this.focus(this.marked);
    else if (this.marked) this.leave(this.marked);
    else this.saveButton.button.focus();
  }

  focus(place) {
    this.mark(place);
    place.input.focus({ preventScroll: true });
    this.stage.bring();
  }

  /** Focus what is entered first, without scrolling. */
  focusFirst() {
    const [chips] = openChoices(this.form, this.replaced);
    this.isStill = true;
    (chips?.querySelector("input") ?? this.marked?.input ?? this.saveButton.button).focus({ preventScroll: true });
    this.isStill = false;
  }

  isOpen(place) {
    return !place.filled && this.asks(place) && !this.replaced.includes(place.group.name);
  }

  asks(place) {
    return isAsked(this.form, place.label);
  }

  // The result

  /** Whether enough is entered to ask what the hand scores. */
  get ready() {
    return !this.next;
  }

  /** What the hand still needs, in words, and how to go there; null if it is complete. */
  get next() {
    return missingStep(this);
  }

  ask() {
    this.askForAll([]);
    this.saveButton.show();
    if (!this.preview) return;
    this.preview.cancel();
    if (this.ready) this.preview.ask();
    else this.stage.clearResult();
  }

  /** Ask for every figure of some entries, without which the hand can't be saved. */
  askForAll(entries) {
    for (const group of this.groups) {
      group.askForAll(entries.some((name) => name === group.name || group.name.startsWith(`${name}-`)));
    }
  }

  /** Ask once more what the hand scores: an earlier one may have changed. */
  askAgain() {
    if (this.preview && this.stage.result.querySelector(".change")) this.ask();
  }

  showResult(html) {
    this.stage.showResult(html);
    this.lowerEdge?.hide();
    this.askForAll([...this.stage.result.querySelectorAll("[data-asks]")].map(({ dataset }) => dataset.asks));
    this.saveButton.show();
    // Whatever was refused before, nothing is wrong any more.
    if (!this.stage.result.querySelector(".problem")) this.form.querySelectorAll(REFUSED).forEach(forgive);
  }
}

/** Tell a hand what happens in its form. */
function listen(hand) {
  const { form } = hand;
  for (const place of hand.figures) listenToFigure(hand, place);
  useKeyboard(hand);
  form.addEventListener("click", ({ target }) => {
    if (target.type === "radio" && clearTapped(target)) hand.refresh();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.matches(CHOICES)) hand.chose(target);
  });
  form.addEventListener("submit", () => hand.preview?.cancel());
  for (const button of form.querySelectorAll("[data-again]")) {
    button.addEventListener("click", () => hand.fillAgain(JSON.parse(button.dataset.again)));
  }
  form.addEventListener("filled-in", ({ detail: marked }) => hand.resume(marked));
  listenToFolds(hand);
}

function listenToFigure(hand, place) {
  const { input } = place;
  // The keypad replaces the phone's own keyboard; a real keyboard still types.
  input.inputMode = "none";
  input.addEventListener("focus", () => {
    hand.mark(place);
    // Not before the tap is over: it is meant for what is under the finger now.
    if (!hand.isStill) requestAnimationFrame(() => hand.stage.bring());
  });
  input.addEventListener("input", () => hand.changed(place));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    hand.leave(place);
  });
}

function listenToFolds(hand) {
  for (const fold of hand.form.querySelectorAll("details.instead, details.more")) {
    fold.addEventListener("toggle", () => {
      const next = hand.figures.find((place) => fold.contains(place.label) && !place.filled);
      if (!fold.open || !next) return;
      hand.mark(next);
      hand.stage.bring();
    });
  }
  hand.form.closest("details.apart")?.addEventListener("toggle", () => {
    const next = hand.figures.find((place) => !place.filled && hand.asks(place));
    if (next) hand.mark(next);
  });
}

/** Let the keyboard go on where a thumb or a mouse tapped, instead of tapping the same once more. */
function useKeyboard(hand) {
  const { form, keypad } = hand;
  const fold = form.closest("details.take");
  const summary = fold?.querySelector("summary");
  const area = fold ?? form;
  let tapped = true;
  const follows = (target) => keypad.element.contains(target) || (fold?.open && target === summary);
  // What is pressed from the keyboard has no click count.
  area.addEventListener("click", ({ detail }) => (tapped = detail > 0));
  area.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Tab") tapped = false;
    if (event.ctrlKey || event.metaKey || event.altKey || !follows(target)) return;
    if (/^\d$/.test(key) && hand.marked) hand.focus(hand.marked);
    if (key !== "Enter" || !tapped) return;
    event.preventDefault();
    hand.goOn();
  });
  fold?.addEventListener("toggle", () => {
    if (fold.open && !tapped && document.activeElement === summary) hand.focusFirst();
  });
}

/** Return what a hand still needs, in words, and how to go there; null if it is complete. */
function missingStep(hand) {
  const [chips] = openChoices(hand.form, hand.replaced);
  if (chips) return choiceStep(chips);
  const uncounted = hand.oneByOne.map((each) => each.uncounted);
  const group = [...hand.groups.filter((one) => !isDone(one, hand)), ...uncounted].find(Boolean);
  const place = group?.figures.find((one) => hand.isOpen(one)) ?? group?.figures.at(-1);
  if (!group) return null;
  const isHere = place === hand.marked;
  return { words: place.missing(isHere), isHere, go: () => hand.focus(place) };
}

function isDone({ complete, name, fieldset, rows, spare }, { form, groups, replaced }) {
  if (rows && spare && groups.some((one) => one.rows === rows && one.filled)) return true;
  return complete || replaced.includes(name) || fieldset.hidden || !isAsked(form, fieldset);
}
