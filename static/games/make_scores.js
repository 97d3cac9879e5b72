// What scores: a card for each line, whose formulas are tapped on a pad, or typed.

import { bidIn, figuresIn, order, takenIn } from "./make_entries.js";
import { asFormula, formulaOf, isNamed, keyFor, namesIn, shown, signsOf, withKeys, withLabels } from "./make_formula.js";
import { drawHouseRules } from "./make_house_rules.js";

const DIGIT = /^\d$/;
const WHOLE = /^\d+$/;
const MOST_DIGITS = 9;
/** The formula without which a part of each list is incomplete, and the sentence that it has; without one it has a name. */
const LISTS = {
  score: { main: "points", sentence: "why" },
  check: { main: "must", sentence: "say" },
  let: { main: "is" },
  keep: { main: "next" },
};
/** What a keyboard types for the keys of the pad. */
const TYPED = { "=": "==", "/": "//", "×": "*", "−": "-", "÷": "//" };
const SIGNS = "0123456789+-*/=()<>%,×−÷";

let opened = null;
let isText = false;
let isMoreOpen = false;

/** Draw the step. */
export function drawScores(step, maker) {
  const { recipe } = maker;
  for (const list of Object.keys(LISTS)) recipe[list] ??= [];
  const lines = Object.keys(LISTS).flatMap((list) => recipe[list]);
  opened ??= lines.find((line) => maker.problemsOf(line).length) ?? null;
  const names = namesOf(recipe);
  for (const list of Object.keys(LISTS)) {
    const cards = step.querySelector(`[data-list=${list}]`);
    for (const at of recipe[list].keys()) {
      const card = new LineCard(list, at, names, maker);
      cards.append(card.item);
      if (card.isWordless) card.one(".says")?.focus();
    }
  }
  step.querySelector(".checks").hidden = !recipe.check.length;
  step.querySelector(".adds").hidden = lines.includes(opened);
  offerLines(step, maker);
  const more = step.querySelector(".more");
  more.open = isMoreOpen || [...recipe.let, ...recipe.keep].includes(opened);
  more.addEventListener("toggle", () => (isMoreOpen = more.open));
  drawHouseRules(more, maker);
}

/** Open the card of a line, or close it if there is none; what was refused in the one that was open has been seen to. */
function open(line, maker) {
  maker.settle(opened);
  opened = line || null;
  isText = false;
  maker.redraw();
  document.querySelector(".editor")?.scrollIntoView({ block: "nearest" });
}

/** Return what the figures of a recipe, and those that are always there, are called. */
function namesOf(recipe) {
  return namesIn(recipe, ["hand", "players"].map((name) => [name, wordFor(name)]));
}

/** Return what the page calls something. */
function wordFor(name) {
  return document.getElementById("figure-names").content.querySelector(`[data-name="${name}"]`).textContent;
}

/** Whether the lines of a recipe are worked out for teams. */
function isOfTeams({ teams = 0 }) {
  return teams !== 0;
}

/** Return the formula of what a line has of a question: of a team, if it is about teams. */
function figureOf({ key, of, kind }, recipe) {
  return isOfTeams(recipe) && (of === "each" || kind === "player") ? `team(${key})` : key;
}

/** Offer the lines that what is entered suggests. */
function offerLines(step, maker) {
  const { recipe } = maker;
  const [bid, took] = [bidIn(recipe), takenIn(recipe)];
  const isUsed = ({ key }) => recipe.score.some((line) => signsOf(`${line.if} ${line.points}`).includes(key));
  const offer = (button, line, list = "score") => {
    button.addEventListener("click", () => {
      recipe[list].push(line);
      maker.changed();
      open(line[LISTS[list].main] === "" && line, maker);
      if (!LISTS[list].sentence) document.querySelector(".editor .says").select();
    });
  };
  const offerEach = (button, questions, lineOf) => {
    const ofOne = questions.length === 1 && button.dataset.why;
    for (const question of questions.filter((one) => !isUsed(one))) {
      const one = button.cloneNode(true);
      maker.fillNames(one, { label: question.label });
      button.before(one);
      offer(one, { why: ofOne || lowered(question.label), ...lineOf(figureOf(question, recipe)) });
    }
    button.remove();
  };
  for (const button of step.querySelectorAll(".adds .compared")) {
    const compared = bid && took && `${figureOf(took, recipe)} ${button.value} ${figureOf(bid, recipe)}`;
    const isThere = recipe.score.some((line) => line.if === compared);
    button.hidden = !compared || isThere || button.matches(".of-teams") !== isOfTeams(recipe);
    if (button.hidden) continue;
    maker.fillNames(button, { took: took.label, bid: bid.label });
    const why = button.dataset.why.replace("[bid]", `{${bid.key}}`).replace("[took]", `{${took.key}}`);
    offer(button, { why, points: "", if: compared });
  }
  const button = (value) => step.querySelector(`button[value=${value}]`);
  offerEach(button("figure"), bid ? [] : figuresIn(recipe), (points) => ({ points }));
  const isOfSome = ({ kind, of }) => kind === "player" || (kind === "yes" && of === "each");
  const named = (recipe.ask ?? []).filter((question) => !question.before && isOfSome(question));
  offerEach(button("yes"), named, (condition) => ({ points: "", if: condition }));
  const line = button("line").firstElementChild;
  if (!recipe.score.length) line.textContent = line.dataset.first;
  offer(button("line"), { why: "", points: "" });
  offer(button("check"), { must: "", say: "" }, "check");
  const key = (otherwise) => keyFor("", recipe, maker.noKeys, otherwise);
  offer(button("let"), { key: key("value"), is: "" }, "let");
  offer(button("keep"), { key: key("carried"), label: "", next: "" }, "keep");
}

/** Return a label as it is within a sentence. */
function lowered(label) {
  return /^.\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** The card of a line: what it says, and if it is open, what changes it. */
class LineCard {
  /** The slot that the pad writes into, its signs, and after how many of them. */
  slot = null;
  signs = [];
  caret = 0;

  constructor(list, at, names, maker) {
    const line = maker.recipe[list][at];
    Object.assign(this, { list, line, at, names, maker }, LISTS[list]);
    this.item = maker.fromTemplate(`${list}-line`).firstElementChild;
    const keys = document.getElementById("score-editor").content.querySelectorAll("[data-insert]");
    this.words = new Map([...keys].map((key) => [key.dataset.insert, key.textContent]));
    this.item.prepend(...maker.problemsOf(line));
    this.tell();
    const isOpen = line === opened;
    this.one(".told").addEventListener("click", () => open(!isOpen && line, maker));
    this.one(".told").setAttribute("aria-expanded", isOpen);
    if (isOpen) this.edit();
  }

  one(selector) {
    return this.item.querySelector(selector);
  }

  all(selector) {
    return this.item.querySelectorAll(selector);
  }

  /** The name or the sentence of the line. */
  get text() {
    const { key, label } = this.line;
    return this.sentence ? this.line[this.sentence] : label ?? key.replaceAll("_", " ");
  }

  set text(text) {
    const { line, list, maker } = this;
    if (this.sentence) line[this.sentence] = withKeys(text, this.names);
    if (list === "keep" || "label" in line) line.label = text;
    if (this.sentence || !this.isRenamed) return;
    line.key = "";
    line.key = keyFor(text, maker.recipe, maker.noKeys, list === "let" ? "value" : "carried");
  }

  /** Whether only its sentence is missing. */
  get isWordless() {
    return !this.text && !isText && this.line[this.main] !== "";
  }

  /** Whether its key follows its name: nothing has that key yet. */
  get isRenamed() {
    const { recipe } = this.maker;
    return !isNamed(this.line.key, { ...recipe, [this.list]: recipe[this.list].filter((one) => one !== this.line) });
  }

  /** Say what the line says. */
  tell() {
    const said = this.text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? sign(this.names.get(part) ?? part, "figure") : part));
    this.one(".saying").replaceChildren(...(this.text ? said : ["…"]));
    for (const told of this.all("[data-told]")) this.write(told, signsOf(this.line[told.dataset.told]));
    for (const condition of this.all(".condition")) condition.hidden = this.line.if === undefined;
  }

  /** Write signs with the labels of figures; in a slot each is an element, for the caret. */
  write(element, signs) {
    const isSlot = element.matches(".slot");
    const drawn = ({ text, kind, gap }) => [gap, kind === "sign" && !isSlot ? text : sign(text, kind)];
    element.replaceChildren(...shown(signs, this.names, this.words).flatMap(drawn));
  }

  edit() {
    const { line, maker } = this;
    this.item.append(maker.fromTemplate(`${this.list}-editor`, { name: this.text || `${this.at + 1}` }));
    order(this.item, maker.recipe[this.list], this.at, maker);
    for (const element of this.all(".texts")) element.hidden = !isText;
    for (const slot of this.all(".slot")) {
      slot.parentElement.hidden = isText;
      slot.addEventListener("pointerdown", ({ clientX, clientY }) => this.mark(slot, caretAt(slot, clientX, clientY)));
      slot.addEventListener("focus", () => this.slot !== slot && this.mark(slot));
      slot.addEventListener("keydown", (event) => this.type(event));
    }
    for (const input of this.all("[data-text]")) {
      const key = input.dataset.text;
      input.value = line[key] ?? "";
      input.addEventListener("input", () => this.set(key, asFormula(input.value)));
    }
    const says = this.one(".says");
    says.value = withLabels(this.text, this.names);
    // What formulas name keeps its name, if that is its key.
    says.readOnly = this.list === "let" && !this.isRenamed;
    says.addEventListener("input", () => {
      this.text = says.value.trim();
      this.noted();
    });
    says.addEventListener("focus", () => this.mark(null));
    says.addEventListener("change", () => this.offerNames());
    for (const input of this.all("[data-number]")) {
      input.value = line[input.dataset.number] ?? "";
      input.addEventListener("input", () => {
        const typed = asFormula(input.value);
        if (typeof typed === "number") this.set(input.dataset.number, typed);
      });
      input.addEventListener("focus", () => this.mark(null));
    }
    this.offerNames();
    this.offerSaid(says);
    this.listen();
    this.one(".keys").textContent = [...this.names].map(([key, label]) => (key === label ? key : `${key} (${label})`)).join(", ");
    const formula = this.one(".formula");
    formula.setAttribute("aria-pressed", isText);
    formula.addEventListener("click", () => {
      isText = !isText;
      maker.redraw();
    });
    this.one(".done").addEventListener("click", () => says.reportValidity() && open(null, maker));
    // A line that says nothing yet is begun with its condition, and what has no name with that.
    const slots = [...this.all(".slot")];
    const first = this.text ? slots.find(({ dataset }) => dataset.slot === this.main) : slots[0];
    this.mark(isText || !(this.text || this.sentence) ? null : first);
  }

  /** Offer the figures on the pad. */
  offerNames() {
    const { recipe } = this.maker;
    const asked = new Map((recipe.ask ?? []).map((question) => [question.key, question]));
    this.names = namesOf(recipe);
    // Nothing is worked out of itself.
    const named = [...this.names].filter(([key]) => this.list !== "let" || key !== this.line.key);
    const signsFor = (key) => signsOf(figureOf(asked.get(key) ?? { key }, recipe));
    const chips = named.map(([key, label]) => chip(label, () => this.insert(signsFor(key))));
    const [bid, took] = [bidIn(recipe), takenIn(recipe)];
    if (bid && took && !isOfTeams(recipe)) {
      const missed = ["abs(", took.key, "-", bid.key, ")"];
      chips.push(chip(this.words.get("abs(").slice(0, -1), () => this.insert(missed)));
    }
    this.one(".names").replaceChildren(...chips);
  }

  /** Offer what can be said in a sentence. */
  offerSaid(says) {
    const { recipe } = this.maker;
    for (const { label, of } of recipe.ask ?? []) {
      if (!this.sentence || (isOfTeams(recipe) && of === "each")) continue;
      this.one(".blanks").append(chip(label, () => {
        says.setRangeText(`{${label}}`, says.selectionStart, says.selectionEnd, "end");
        says.dispatchEvent(new Event("input"));
        says.focus();
      }));
    }
  }

  /** Let the keys of the pad write. */
  listen() {
    const [signs, words] = this.all(".formula-pad .pad");
    for (const pad of [signs, words]) {
      pad.addEventListener("click", ({ target }) => {
        const key = target.closest("button");
        if (key?.dataset.insert) this.insert([key.dataset.insert]);
        // After a word come signs again.
        words.hidden = pad === words || !key?.matches(".other");
        signs.hidden = !words.hidden;
      });
    }
    this.one(".erase").addEventListener("click", () => this.erase());
  }

  /** Let the pad write into a slot, after some of its signs; into none it is hidden. */
  mark(slot, caret = Infinity) {
    if (slot !== this.slot) this.signs = signsOf(this.line[slot?.dataset.slot]);
    this.slot = slot;
    this.caret = Math.min(caret, this.signs.length);
    this.one(".formula-pad").hidden = !slot;
    for (const blanks of this.all(".blanks")) blanks.hidden = Boolean(slot) || isText;
    this.show();
  }

  /** Draw the slots, with the caret in the marked one. */
  show() {
    for (const slot of this.all(".slot")) {
      const isMarked = slot === this.slot;
      const signs = isMarked ? this.signs : signsOf(this.line[slot.dataset.slot]);
      this.write(slot, signs);
      slot.classList.toggle("marked", isMarked);
      slot.classList.toggle("empty", !signs.length);
      if (!isMarked) continue;
      const caret = Object.assign(document.createElement("i"), { className: "caret" });
      const after = slot.querySelectorAll("span")[this.caret - 1];
      if (after) after.after(caret);
      else slot.prepend(caret);
    }
  }

  insert(signs) {
    if (!this.slot) return;
    const before = this.signs[this.caret - 1] ?? "";
    if (DIGIT.test(signs[0]) && WHOLE.test(before) && before.length < MOST_DIGITS) {
      this.signs[this.caret - 1] = `${Number(before + signs[0])}`;
    } else {
      this.signs.splice(this.caret, 0, ...signs);
      this.caret += signs.length;
    }
    this.put();
  }

  erase() {
    if (!this.slot || !this.caret) return;
    const before = this.signs[this.caret - 1];
    if (WHOLE.test(before) && before.length > 1) this.signs[this.caret - 1] = before.slice(0, -1);
    else {
      this.signs.splice(this.caret - 1, 1);
      this.caret -= 1;
    }
    this.put();
  }

  put() {
    this.set(this.slot.dataset.slot, formulaOf(this.signs));
    this.show();
  }

  type(event) {
    const { key } = event;
    const move = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (key === "Backspace") this.erase();
    else if (move) this.mark(this.slot, Math.max(this.caret + move, 0));
    else if (SIGNS.includes(key)) this.insert([TYPED[key] ?? key]);
    else return;
    event.preventDefault();
  }

  set(key, formula) {
    if (key === "if" && formula === "") delete this.line.if;
    else this.line[key] = formula;
    this.noted();
  }

  noted() {
    this.tell();
    this.maker.changed();
  }
}

function sign(text, kind) {
  return Object.assign(document.createElement("span"), { className: kind, textContent: text });
}

function chip(label, action) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", action);
  return button;
}

/** Return after how many signs of a slot a tap is. */
function caretAt(slot, x, y) {
  const signs = [...slot.querySelectorAll("span")];
  const after = signs.filter((one) => {
    const { left, width, top, bottom } = one.getBoundingClientRect();
    return bottom < y || (top <= y && left + width / 2 < x);
  });
  return after.length;
}
