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
