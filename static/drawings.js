// Drawings that scripts add to a page.

const SVG = "http://www.w3.org/2000/svg";

/** Return a symbol of marks.svg, as decoration. */
export function drawIcon(name) {
  const drawing = newDrawing("icon");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", new URL(`marks.svg#${name}`, import.meta.url));
  drawing.append(use);
  return drawing;
}

function newDrawing(className) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", className);
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}

/** The measures of strokes, and how many are drawn before they become a bar (`web/drawings/strokes.py`). */
const GATE = 5;
const [GATE_WIDTH, LEFT, FIRST, APART, RIGHT] = [54, 2, 10, 10, 48];
const MOST_STROKES = 20;
const BAR = 100;

/** Return where so many strokes end, at least one. */
function rightEnd(count) {
  const [gates, rest] = [Math.floor(count / GATE), count % GATE];
  return rest ? GATE_WIDTH * gates + FIRST + APART * (rest - 1) : GATE_WIDTH * (gates - 1) + RIGHT;
}

/**
 * Draw strokes for what was `taken` above a rule for the `bid`, as the server does: null for what is not known, or was not
 * bid. `most` is how many the longest bar stands for.
 */
export function drawStrokes(drawing, taken, bid, most) {
  const outcome = bid === null ? "" : taken === null ? "playing" : taken === bid ? "exact" : taken > bid ? "over" : "missed";
  drawing.setAttribute("class", `strokes ${outcome}`);
  const longest = Math.max(most, taken, bid);
  const parts = [];
  const rule = (from, to) => bid && parts.push(newPart("path", { d: `M${from} 35H${to}` }));
  let [left, width] = [0, BAR];
  if (longest > MOST_STROKES) {
    const [bar, end] = [taken, bid].map((count) => (BAR * count) / longest);
    parts.push(newPart("path", { class: "bar", d: `M0 15h${bar.toFixed(1)}` }));
    if (bar < end) parts.push(newPart("path", { class: "open", d: `M${bar.toFixed(1)} 15H${end.toFixed(1)}` }));
    rule(0, Math.round(end));
  } else {
    const shown = Math.max(taken, bid);
    left = shown < GATE ? FIRST : LEFT;
    width = shown ? rightEnd(shown) - left : 0;
    if (taken < bid) parts.push(...gates(bid, "open"));
    parts.push(...gates(taken, "taken"));
    rule(left, rightEnd(bid));
  }
  drawing.setAttribute("viewBox", `${left - 2} 0 ${width + 4} 38`);
  drawing.replaceChildren(...parts);
}

/** Return an empty drawing of strokes. */
export function newStrokes() {
  return newDrawing("strokes");
}

function gates(count, name) {
  return Array.from({ length: Math.ceil(count / GATE) }, (_, at) => {
    const strokes = Math.min(count - GATE * at, GATE);
    const href = new URL(`marks.svg#strokes-${strokes}`, import.meta.url);
    return newPart("use", { class: name, href, x: GATE_WIDTH * at, width: 50, height: 28 });
  });
}

function newPart(kind, attributes) {
  const part = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}
