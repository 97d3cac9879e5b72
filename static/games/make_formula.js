// Formulas of a recipe as signs in a row: read, written, and shown with the labels of figures instead of their keys.

const PARTS = /\d+|(?:min|max|abs|sum|most|least|count|team)\s*\(|[a-z_]\w*|\/\/|[<>=!]=|\S/gi;
const NAME = /^[a-z_]\w*$/i;
const WORDS = new Set(["and", "or", "not", "if", "else"]);
const SIGNS = new Set(["+", "-", "*", "//", "%", "==", "!=", "<", ">", "<=", ">=", ",", ...WORDS]);
const WHOLE = /^-?\d+$/;
const BLANK = /\{([^{}]*)\}/g;
const LONGEST_KEY = 24;

/** Return the signs of a formula, which may be a number, or nothing. */
export function signsOf(formula) {
  return (`${formula ?? ""}`.match(PARTS) ?? []).map((sign) => sign.replace(/\s/g, ""));
}

/** Return the formula of some signs: a number if it is one, and with the brackets closed that are still open. */
export function formulaOf(signs) {
  const open = signs.filter((sign) => sign.endsWith("(")).length - signs.filter((sign) => sign === ")").length;
  const all = [...signs, ...Array(Math.max(open, 0)).fill(")")];
  return asFormula(all.map((sign, at) => (isGlued(all, at) ? sign : ` ${sign}`)).join(""));
}

/** Return what is written for a formula as a recipe has it. */
export function asFormula(text) {
  const written = text.trim().replaceAll("−", "-");
  return WHOLE.test(written) ? Number(written) : written;
}

/** Whether there is no blank before the sign at a place. */
function isGlued(signs, at) {
  const before = signs[at - 1];
  return !before || before.endsWith("(") || [")", ","].includes(signs[at]) || isMinus(signs, at - 1);
}

/** Whether the sign at a place makes what follows negative. */
function isMinus(signs, at) {
  const before = signs[at - 1];
  return signs[at] === "-" && (!before || before.endsWith("(") || SIGNS.has(before));
}

/**
 * Return how signs are shown, what each is, and what is between it and the one before. `names` has labels by keys, and `words`
 * what keys of the pad say.
 */
export function shown(signs, names, words) {
  return signs.map((sign, at) => {
    const gap = isGlued(signs, at) ? "" : " ";
    if (names.has(sign)) return { text: names.get(sign), kind: "figure", gap };
    if (words.has(sign)) return { text: words.get(sign), kind: "sign", gap };
    return { text: sign, kind: NAME.test(sign) && !WORDS.has(sign) ? "unknown" : "sign", gap };
  });
}

/** Return the labels of all that formulas of a recipe can name, by keys: figures entered first, then what is always there. */
export function namesIn(recipe, always) {
  const { ask = [], options = [] } = recipe;
  const worked = [...(recipe.let ?? []), ...(recipe.keep ?? [])];
  const values = worked.map(({ key, label }) => ({ key, label: label || key.replaceAll("_", " ") }));
  const named = [...ask, ...values, ...options, ...ask.flatMap(({ answers = [] }) => answers)];
  return new Map([...named.map(({ key, label }) => [key, label]), ...always]);
}

/** Return a sentence with the labels of figures in braces instead of their keys, and the other way round. */
export function withLabels(sentence, names) {
  return sentence.replace(BLANK, (blank, key) => (names.has(key) ? `{${names.get(key)}}` : blank));
}

export function withKeys(sentence, names) {
  const keys = new Map([...names].reverse().map(([key, label]) => [label.toLowerCase(), key]));
  return sentence.replace(BLANK, (blank, label) => (keys.has(label.toLowerCase()) ? `{${keys.get(label.toLowerCase())}}` : blank));
}

/** Return a key made of a label that is neither taken nor the name of something in the recipe. */
export function keyFor(label, recipe, taken, otherwise) {
  const plain = label.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  const beginning = plain.slice(0, LONGEST_KEY - 3) || otherwise;
  const names = namesIn(recipe, []);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? beginning : `${beginning}_${number}`;
    if (!taken.includes(key) && !names.has(key)) return key;
  }
}

/** Whether anything in a recipe may name a figure, besides its own question. */
export function isNamed(key, recipe) {
  const { ask, strokes, ...rest } = recipe;
  const bounds = (ask ?? []).map(({ low, high, sum, if: condition }) => [low, high, sum, condition]);
  return (JSON.stringify([rest, bounds]).match(/\w+/g) ?? []).includes(key);
}
