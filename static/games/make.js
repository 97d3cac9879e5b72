// Making a recipe in steps. The recipe is the JSON of the form's field, kept on the phone as it changes; each step is drawn from
// a template of the page, and changes the recipe in place, so that what no step shows stays as it is.

import "../app.js"; // which stops here where the browser is too old
import { phoneStorage } from "../storage.js";
import { drawEntries } from "./make_entries.js";
import { asFormula, isNamed } from "./make_formula.js";
import { drawScores } from "./make_scores.js";

const STEPS = ["players", "entries", "scores"];
/** The steps of what was refused, by its list; all else is said where a recipe is tried. */
const STEP_OF = { name: "players", ask: "entries" };
/** How the names begin under which recipes are kept, and those of own games. */
const DRAFT = "recipe ";
const OF_OWN = "recipe own ";
/** Milliseconds. */
const TO_KEEP = 24 * 3600 * 1000;
const MOST_PLAYERS = 20;
/** The texts without which a part of a recipe can't be shown. */
const SAID = { ask: ["key", "label"], score: ["why"], let: ["key"], keep: ["key"], options: ["key", "label"], check: ["say"] };
const CARDS = /^(\d+) *\/\/ *players$/;

const form = document.querySelector("form.ahead");
const place = document.querySelector(".step");
const field = form.elements.recipe;
const undone = form.querySelector(".undone");
const refused = document.querySelector(".problems");
const draw = { players: drawPlayers, entries: drawEntries, scores: drawScores };
/** What was refused, by the part of the recipe that it is about. */
const problems = new Map();
let before = null;
let isChanged = false;
let draftName = DRAFT + form.elements.draft.value;

/** What the steps share: the recipe, and what to do when it has changed. */
const maker = {
  recipe: null,
  isOwn: "own" in form.dataset,
  noKeys: form.dataset.noKeys.split(" "),
  changed,
  undoably,
  redraw,
  fromTemplate,
  fillNames,
  fillBound,
  fillFormula,
  problemsOf: (part) => problems.get(part) ?? [],
  settle: (part) => problems.delete(part),
};

begin();

function begin() {
  const first = parsed(field.defaultValue);
  const isGiven = "given" in form.dataset;
  const draft = isGiven ? null : findDraft();
  const isDraft = Boolean(draft) && isShaped(draft.recipe);
  maker.recipe = isDraft ? draft.recipe : first;
  // What can't be drawn is corrected as text.
  if (!isShaped(maker.recipe)) {
    maker.recipe = null;
    document.querySelector(".make").classList.add("as-text");
    return;
  }
  form.querySelector(".start-again").hidden = !isDraft;
  field.value = written(maker.recipe);
  const isRefused = Boolean(refused.children.length);
  const start = isRefused ? STEP_OF[placeProblems()] ?? "scores" : "players";
  if (isRefused) keep();
  if (!STEPS.includes(location.hash.slice(1))) history.replaceState(history.state, "", `#${start}`);
  show();
  document.querySelector(".make [data-place]")?.scrollIntoView({ block: "center" });
  addEventListener("hashchange", () => {
    show();
    place.querySelector("h2").focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  });
}

/**
 * Return what is kept of this recipe, if anything is: of one that has no name yet, the newest. What is older than a day is
 * forgotten.
 */
function findDraft() {
  const drafts = phoneStorage.names(DRAFT).map((name) => ({ name, ...phoneStorage.read(name) }));
  const isRecent = ({ at }) => Math.abs(Date.now() - at) < TO_KEEP;
  for (const draft of drafts.filter((one) => !isRecent(one))) phoneStorage.remove(draft.name);
  const isMeant = ({ name }) => (draftName === DRAFT ? !name.startsWith(OF_OWN) : name === draftName);
  const [newest] = drafts.filter((one) => isRecent(one) && isMeant(one)).sort((one, other) => other.at - one.at);
  if (newest) {
    draftName = newest.name;
    form.elements.draft.value = newest.name.slice(DRAFT.length);
  }
  return newest;
}

/** Take what was refused to its places, and return in which list the first of them is, or that it is the name. */
function placeProblems() {
  const placed = [...refused.querySelectorAll(":not([data-place=''])")];
  for (const problem of placed) {
    const [list, number] = problem.dataset.place.split("-");
    const part = number ? maker.recipe[list]?.[number - 1] : list;
    problems.set(part, [...(problems.get(part) ?? []), problem]);
  }
  return placed[0]?.dataset.place.split("-")[0];
}

form.querySelector(".previous").addEventListener("click", () => go(-1));
form.querySelector(".next").addEventListener("click", () => isFilledIn() && go(1));
form.querySelector(".start-again").addEventListener("click", ({ target }) => {
  target.hidden = true;
  undoably(() => (maker.recipe = parsed(field.defaultValue)));
  phoneStorage.remove(draftName);
  redraw();
});
undone.querySelector("button").addEventListener("click", () => {
  maker.recipe = JSON.parse(before);
  changed();
  redraw();
});
form.addEventListener("submit", (event) => {
  if (!maker.recipe || maker.recipe.name) return;
  event.preventDefault();
  location.hash = STEPS[0];
  setTimeout(isFilledIn);
});

function step() {
  return Math.max(STEPS.indexOf(location.hash.slice(1)), 0);
}

function go(by) {
  location.hash = STEPS[step() + by];
}

/** Whether all that this step must have is there; a browser says what isn't, in sight and in no closed fold. */
function isFilledIn() {
  const shown = [...place.querySelectorAll("input")].filter((input) => !input.closest("[hidden]"));
  const wrong = shown.find((input) => !input.checkValidity());
  for (let fold = wrong?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  wrong?.scrollIntoView({ block: "center", behavior: "instant" });
  return wrong?.reportValidity() ?? true;
}

function show() {
  undone.hidden = true;
  redraw();
}

function redraw() {
  const at = step();
  // What was refused in all of the recipe may hold no longer.
  if (isChanged) refused.replaceChildren();
  place.replaceChildren(fromTemplate(`step-${STEPS[at]}`));
  draw[STEPS[at]](place, maker);
  for (const link of document.querySelectorAll(".steps a")) {
    if (link.hash === `#${STEPS[at]}`) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  form.querySelector(".previous").hidden = at === 0;
  form.querySelector(".next").hidden = at === STEPS.length - 1;
  form.querySelector(".try").hidden = at < STEPS.length - 1;
}

/** Keep the recipe as it is by now, without its example, which may fit no longer: the hand that is tried will be one. */
function changed() {
  undone.hidden = true;
  delete maker.recipe.example;
  field.value = written(maker.recipe);
  isChanged = true;
  keep();
}

function keep() {
  phoneStorage.write(draftName, { recipe: maker.recipe, at: Date.now() });
}

/** Return a recipe as JSON, without an end and lists that say nothing. */
function written(recipe) {
  const isEmpty = (key, value) => ["end", "check", "let", "keep"].includes(key) && !Object.keys(value ?? {}).length;
  return JSON.stringify(recipe, (key, value) => (isEmpty(key, value) ? undefined : value));
}

/** Change the recipe so that it can be undone. */
function undoably(change) {
  before = JSON.stringify(maker.recipe);
  change();
  changed();
  undone.hidden = false;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether something has the shape of a recipe, whatever is wrong with what it says. */
function isShaped(recipe) {
  const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
  if (!isObject(recipe) || !isObject(recipe.end ?? {})) return false;
  const { players } = recipe;
  const lists = Object.entries(SAID).every(([list, texts]) => {
    const rows = recipe[list] ?? [];
    return Array.isArray(rows) && rows.every((row) => isObject(row) && texts.every((text) => typeof row[text] === "string"));
  });
  return lists && Array.isArray(players) && players.length === 2 && players.every(Number.isInteger);
}

/** Return the content of a template, with its names. */
function fromTemplate(id, names = {}) {
  const content = document.getElementById(id).content.cloneNode(true);
  fillNames(content, names);
  return content;
}

/** Write names wherever texts and labels have them in braces, such as "{name}". */
function fillNames(element, names) {
  const filled = (text) => text.replace(/\{(\w+)\}/g, (blank, name) => names[name] ?? blank);
  for (const one of element.querySelectorAll("[aria-label]")) one.setAttribute("aria-label", filled(one.getAttribute("aria-label")));
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = filled(texts.currentNode.data);
}

// Fields that several steps have

/** Fill in a field for a formula that may be left out, and note what is typed. */
function fillFormula(input, object, key) {
  input.value = object[key] ?? "";
  input.addEventListener("input", () => {
    if (input.value.trim()) object[key] = asFormula(input.value);
    else delete object[key];
    changed();
  });
}

/**
 * Fill in a number or formula of what is known before a hand, and note what is chosen and typed. A house rule that scores is no
 * limit.
 */
function fillBound(box, object, key) {
  const select = box.querySelector("select");
  const { ask, end, options = [], ...scoring } = maker.recipe;
  for (const { key: name, label, default: number } of options) {
    const isBound = typeof number === "number" && !isNamed(name, scoring);
    if (isBound || object[key] === name) select.lastElementChild.before(new Option(`${label} (${number})`, `=${name}`));
  }
  const input = (kind) => box.querySelector(`[data-for="${kind}"] input`);
  const value = object[key];
  const known = kindOf(value, maker.recipe);
  const kind = [...select.options].some((option) => option.value === known) ? known : "formula";
  select.value = kind;
  if (kind === "number" || kind === "formula") input(kind).value = value;
  if (kind === "cards") [, input(kind).value] = CARDS.exec(value);
  const showKind = () => {
    for (const label of box.querySelectorAll("[data-for]")) {
      label.hidden = label.dataset.for !== select.value;
      label.querySelector("input").required = !label.hidden;
    }
  };
  const note = () => {
    const typed = input(select.value)?.value.trim();
    const found = { "": undefined, hand: "hand", cards: `${typed} // players` }[select.value];
    const asked = select.value.startsWith("=") ? select.value.slice(1) : found ?? (typed && asFormula(typed));
    if (asked === undefined || (typed === "" && select.value !== "hand")) delete object[key];
    else object[key] = asked;
    changed();
  };
  select.addEventListener("change", () => {
    showKind();
    note();
    input(select.value)?.focus();
  });
  box.addEventListener("input", ({ target }) => target !== select && note());
  showKind();
}

function kindOf(value, { options }) {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") return "number";
  if (value === "hand") return "hand";
  if (CARDS.test(value)) return "cards";
  return (options ?? []).some(({ key }) => key === value) ? `=${value}` : "formula";
}

// The first step

function drawPlayers(step, { recipe }) {
  for (const input of step.querySelectorAll("[data-set]")) {
    input.value = recipe[input.dataset.set] ?? "";
    input.addEventListener("input", () => {
      const typed = input.value.trim();
      if (typed || input.required) recipe[input.dataset.set] = typed;
      else delete recipe[input.dataset.set];
      maker.settle(input.dataset.set);
      changed();
    });
  }
  const name = step.querySelector("[data-set=name]");
  name.closest("label").before(...maker.problemsOf("name"));
  if (maker.problemsOf("name").length) name.select();
  for (const box of step.querySelectorAll("[data-count]")) {
    box.addEventListener("click", ({ target }) => target.value && addPlayers(step, Number(box.dataset.count), Number(target.value)));
  }
  showPlayers(step);
  for (const input of step.querySelectorAll("[name=win]")) {
    input.checked = input.value === (recipe.win ?? "high");
    input.addEventListener("change", () => {
      if (input.value === "low") recipe.win = "low";
      else delete recipe.win;
      changed();
    });
  }
  drawEnd(step, recipe);
  drawTeams(step, recipe);
}

function addPlayers(step, which, by) {
  const { players } = maker.recipe;
  players[which] = Math.min(Math.max(players[which] + by, 1), MOST_PLAYERS);
  if (players[0] > players[1]) players[1 - which] = players[which];
  changed();
  showPlayers(step);
}

function showPlayers(step) {
  for (const box of step.querySelectorAll("[data-count]")) {
    const number = maker.recipe.players[box.dataset.count];
    box.querySelector("output").value = number;
    for (const button of box.querySelectorAll("button")) button.disabled = number === (button.value === "1" ? MOST_PLAYERS : 1);
  }
}

function drawEnd(step, recipe) {
  const end = (recipe.end ??= {});
  const chips = [...step.querySelectorAll("[data-end]")];
  const box = (key) => step.querySelector(`[data-bound="${key}"]`);
  const showBoxes = () => {
    for (const { dataset, checked } of chips) box(dataset.end).hidden = !checked;
  };
  for (const chip of chips) {
    const key = chip.dataset.end;
    chip.checked = key in end;
    fillBound(box(key), end, key);
    chip.addEventListener("change", () => {
      showBoxes();
      const select = box(key).querySelector("select");
      select.value = "number";
      for (const input of box(key).querySelectorAll("input")) input.value = "";
      select.dispatchEvent(new Event("change"));
    });
  }
  fillFormula(step.querySelector("[data-formula=when]"), end, "when");
  showBoxes();
}

function drawTeams(step, recipe) {
  const select = step.querySelector(".teams");
  const formula = step.querySelector(".teams-formula");
  const fixed = [...select.options].some(({ value }) => value === `${recipe.teams ?? 0}`);
  select.value = fixed ? `${recipe.teams ?? 0}` : "formula";
  fillFormula(formula.querySelector("input"), recipe, "teams");
  formula.hidden = fixed;
  select.addEventListener("change", () => {
    formula.hidden = select.value !== "formula";
    if (select.value === "0") delete recipe.teams;
    else if (select.value !== "formula") recipe.teams = Number(select.value);
    formula.querySelector("input").value = recipe.teams ?? "";
    changed();
  });
}
