// Figures as they are typed and written: digits, halves, and bets joined by "+". Knows nothing of the page.

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
