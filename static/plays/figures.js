// Figures as they are typed and written, and rows of them. Knows nothing of the page.

/** Return the text with one more digit; nothing comes after a half. */
export function withDigit(text, digit) {
  return text.endsWith(".5") ? text : (text + digit).replace(/(^|\D)0+(?=\d)/, "$1");
}

/** Return the text with a half at its end. */
export function withHalf(text) {
  return text.endsWith(".5") ? text : `${text || 0}.5`;
}

/** Return the text with the other sign. */
export function negated(text) {
  return String(-Number(text));
}

/** Return the text without its last digit, sign or half. */
export function shortened(text) {
  return text.replace(/(\.5|-?\d|\+)$/, "");
}

/** Return the text with a sign after which another figure begins. */
export function withAnother(text) {
  return text.replace(/\d$/, "$&+");
}

/** Return a figure as it is written: 25½. */
export function written(figure) {
  const whole = Math.floor(figure);
  return figure === whole ? `${whole}` : `${whole || ""}½`;
}

/**
 * Return how far a row has come: what that means in words, whether it is `over` so that nothing can follow, and
 * whether it can be saved as `complete`. A stage is [words, {value: next stage}, next stage for any other value].
 */
export function standing({ by, cases }, chosen, row) {
  const stages = cases[by ? chosen(by) : ""];
  if (!stages) return { words: "", over: false, complete: false };
  let [words, leads, otherwise] = stages[""];
  let beyond = false;
  for (const value of row) {
    const next = stages[leads[value] ?? otherwise];
    beyond ||= !next;
    if (!beyond) [words, leads, otherwise] = next;
  }
  const over = !Object.keys(leads).length;
  return { words, over, complete: over || beyond };
}
