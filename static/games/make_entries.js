// What is entered for a hand: a card for each question, which opens in place.

import { isNamed, keyFor, signsOf } from "./make_formula.js";

/** What each button adds, besides its label. */
const ADDED = {
  bid: { of: "each", before: true },
  figure: { of: "each" },
  who: { kind: "player" },
  choice: { kind: "choice" },
  yes: { of: "each", kind: "yes" },
};
/** The key of the figure that statistics compare with a bid. */
const TAKEN = "took";
const FIRST_ANSWERS = 2;
const WHOLE = /^-?\d+$/;
/** The least that a number can be. */
const LOWEST = -1_000_000_000;

let opened = null;

/** Draw the step. */
export function drawEntries(step, maker) {
  const { recipe } = maker;
  const asked = (recipe.ask ??= []);
  const list = step.querySelector(".cards");
  for (const [at, question] of asked.entries()) list.append(card(question, at, maker));
  for (const button of step.querySelectorAll(".adds button")) {
    button.addEventListener("click", () => {
      opened = add(button, maker);
      maker.changed();
      maker.redraw();
      const drawn = document.querySelector(".card[open]");
      drawn.scrollIntoView({ block: "nearest" });
      const label = drawn.querySelector("[data-set=label]");
      // A bid is called that, and so are tricks.
      if (button.dataset.label !== "Bid" && opened.key !== TAKEN) label.select();
    });
  }
}

/** Return the question before the play that figures after it are compared with, if there is one. */
export function bidIn({ ask }) {
  return (ask ?? []).find(({ kind = "number", of, before }) => kind === "number" && of === "each" && before);
}

/** Return the questions for a figure of each player or team. */
export function figuresIn({ ask }) {
  return (ask ?? []).filter(({ kind = "number", of = "table" }) => kind === "number" && of !== "table");
}

/** Return the figure that is compared with the bid, if there is one. */
export function takenIn(recipe) {
  return figuresIn(recipe).find(({ before }) => !before);
}

/** Add what a button is for to the questions, and return it. */
function add(button, { recipe, noKeys }) {
  const bid = bidIn(recipe);
  const isTaken = button.value === "figure" && bid && !recipe.ask.some(({ key }) => key === TAKEN);
  const label = isTaken ? button.dataset.besideBid : button.dataset.label;
  const key = isTaken ? TAKEN : keyFor(label, recipe, noKeys, button.value);
  const question = { key, label, ...ADDED[button.value] };
  if (button.value === "bid") {
    // Where all cards are dealt in the last hand, there is one card more in each.
    if (signsOf(recipe.end?.hands).includes("players")) question.high = "hand";
    recipe.ask.unshift(question);
    const taken = takenIn(recipe);
    if (taken) setStrokes(recipe, taken.key, true);
    return question;
  }
  if (isTaken) {
    if ("high" in bid) Object.assign(question, { high: bid.high, sum: bid.high });
    setStrokes(recipe, key, true);
  }
  recipe.ask.push(question);
  return question;
}

function card(question, at, maker) {
  const { recipe } = maker;
  const item = maker.fromTemplate("entry-card", { name: question.label }).firstElementChild;
  const fold = item.querySelector(".card");
  const kind = question.kind ?? "number";
  fold.open = question === opened;
  fold.addEventListener("toggle", () => {
    if (fold.open) opened = question;
    else if (opened === question) opened = null;
  });
  const problems = maker.problemsOf(question);
  fold.querySelector("summary").after(...problems);
  fold.open ||= problems.length > 0;
  fold.addEventListener("input", () => maker.settle(question));
  const tell = () => {
    item.querySelector(".called").textContent = question.label;
    item.querySelector(".told").textContent = told(question, recipe);
    item.querySelector("[data-set=below]").checked = question.low < 0;
  };
  tell();
  const note = () => {
    tell();
    maker.changed();
  };
  showWhatApplies(item, question, recipe);
  for (const input of item.querySelectorAll("[data-set]")) {
    if (!input.closest(".answers")) fillIn(input, question, maker, note, item);
  }
  for (const key of ["high", "sum", "low"]) {
    const box = item.querySelector(`[data-bound="${key}"]`);
    maker.fillBound(box, question, key);
    for (const type of ["input", "change"]) box.addEventListener(type, tell);
  }
  maker.fillFormula(item.querySelector("[data-formula=if]"), question, "if");
  if (kind === "choice") drawAnswers(item, question, maker, note);
  item.querySelector("code").textContent = question.key;
  order(item, recipe.ask, at, maker);
  return item;
}

/** Show what can be said of this kind of question. */
function showWhatApplies(item, question, { teams = 0 }) {
  const kind = question.kind ?? "number";
  const of = question.of ?? "table";
  const isNumber = kind === "number";
  const below = isNumber && !question.before;
  const applies = {
    below,
    answers: kind === "choice",
    once: kind === "choice",
    high: isNumber,
    low: isNumber && !(below && question.low === LOWEST),
    sum: isNumber && of !== "table",
    strokes: isNumber && of !== "table",
    of: kind !== "player",
  };
  for (const [part, isShown] of Object.entries(applies)) item.querySelector(`[data-of="${part}"]`).hidden = !isShown;
  item.querySelector("option[value=team]").disabled = !isNumber || teams === 0;
}

/** Fill in one field of a card, and note what is changed. */
function fillIn(input, question, maker, note, item) {
  const { recipe } = maker;
  const name = input.dataset.set;
  const isStrokes = name === "strokes";
  if (name === "below") return input.addEventListener("change", () => setBelow(item, question, input.checked, note, recipe));
  if (input.type === "checkbox") {
    input.checked = isStrokes ? (recipe.strokes ?? []).includes(question.key) : Boolean(question[name]);
  } else input.value = question[name] ?? (name === "of" ? "table" : "");
  input.addEventListener(input.type === "text" ? "input" : "change", () => {
    if (isStrokes) setStrokes(recipe, question.key, input.checked);
    else if (input.type === "checkbox" ? input.checked : input.value.trim() || name === "label") {
      question[name] = input.type === "checkbox" || input.value.trim();
    } else delete question[name];
    if (name === "of") {
      // Only figures of players and teams add up, and are drawn as strokes.
      if (question.of === "table") {
        delete question.sum;
        setStrokes(recipe, question.key, false);
      }
      showWhatApplies(item, question, recipe);
    }
    note();
  });
  if (name === "label") input.addEventListener("change", () => rename(question, maker, item));
}

/** Say whether a figure can be below 0, instead of what it is at least. */
function setBelow(item, question, canBe, note, recipe) {
  const select = item.querySelector("[data-bound=low] select");
  select.value = "";
  select.dispatchEvent(new Event("change"));
  if (canBe) question.low = LOWEST;
  showWhatApplies(item, question, recipe);
  note();
}

/** Say whether a figure is drawn as strokes. */
function setStrokes(recipe, key, isDrawn) {
  const keys = (recipe.strokes ?? []).filter((one) => one !== key);
  if (isDrawn) keys.push(key);
  if (keys.length) recipe.strokes = keys;
  else delete recipe.strokes;
}

/** Let the key follow the label, unless something names it or hands were saved with it. */
function rename(question, { recipe, isOwn, noKeys, changed }, item) {
  if (isOwn || isNamed(question.key, recipe) || question.key === TAKEN) return;
  const old = question.key;
  question.key = "";
  question.key = keyFor(question.label, recipe, noKeys, old);
  if (recipe.strokes) recipe.strokes = recipe.strokes.map((key) => (key === old ? question.key : key));
  item.querySelector("code").textContent = question.key;
  changed();
}

function drawAnswers(item, question, maker, note) {
  const box = item.querySelector(".answers");
  const list = box.querySelector("ol");
  const answers = (question.answers ??= []);
  const addAnswer = () => answers.push({ key: keyFor("", maker.recipe, maker.noKeys, "answer"), label: "" });
  while (answers.length < FIRST_ANSWERS) addAnswer();
  const drawAll = () => list.replaceChildren(...answers.map((answer, at) => answerLine(answer, at)));
  const answerLine = (answer, at) => {
    const line = maker.fromTemplate("answer-line", { number: at + 1 }).firstElementChild;
    const [label, worth] = line.querySelectorAll("input");
    label.value = answer.label;
    worth.value = answer.worth ?? "";
    label.addEventListener("input", () => {
      answer.label = label.value.trim();
      note();
    });
    label.addEventListener("change", () => {
      if (maker.isOwn || isNamed(answer.key, maker.recipe)) return;
      answer.key = "";
      answer.key = keyFor(answer.label, maker.recipe, maker.noKeys, "answer");
      note();
    });
    worth.addEventListener("input", () => {
      const typed = worth.value.trim().replace("−", "-");
      if (WHOLE.test(typed)) answer.worth = Number(typed);
      else delete answer.worth;
      note();
    });
    line.querySelector("button").addEventListener("click", () => {
      maker.undoably(() => answers.splice(at, 1));
      drawAll();
    });
    return line;
  };
  drawAll();
  box.querySelector(":scope > button").addEventListener("click", () => {
    addAnswer();
    note();
    drawAll();
    list.lastElementChild.querySelector("input").focus();
  });
}

/** Let a card of a list be moved and removed. */
export function order(item, list, at, maker) {
  for (const button of item.querySelectorAll("[data-move]")) {
    const to = at + Number(button.dataset.move);
    button.disabled = !(to in list);
    button.addEventListener("click", () => {
      list.splice(to, 0, ...list.splice(at, 1));
      maker.changed();
      maker.redraw();
    });
  }
  item.querySelector("[data-remove]").addEventListener("click", () => {
    maker.undoably(() => {
      const [gone] = list.splice(at, 1);
      setStrokes(maker.recipe, gone.key, false);
    });
    maker.redraw();
  });
}

/** Return what a question is in a few words. */
function told({ kind = "number", of = "table", before, spare, low, high, sum }, recipe) {
  const kinds = document.getElementById("kinds").content;
  const words = (name) => kinds.querySelector(`[data-kind="${name}"]`).textContent;
  const options = recipe.options ?? [];
  const bound = (value) => {
    const said = signsOf(value).map((sign) => {
      if (["hand", "players"].includes(sign)) return words(sign);
      return { "//": "÷", "*": "×", "-": "−" }[sign] ?? options.find(({ key }) => key === sign)?.label ?? sign;
    });
    return said.join(" ").replace(/^− /, "−");
  };
  const parts = [words(`${kind} ${of}`)];
  if (before) parts.push(words("before"));
  if (low === LOWEST) parts.push(words("below"));
  else if (kind === "number" && low !== undefined) parts.push(words("low").replace("{bound}", bound(low)));
  if (kind === "number" && high !== undefined) parts.push(words("high").replace("{bound}", bound(high)));
  if (kind === "number" && sum !== undefined) parts.push(words("sum").replace("{bound}", bound(sum)));
  if (spare) parts.push(words("spare"));
  return parts.join(" · ");
}
