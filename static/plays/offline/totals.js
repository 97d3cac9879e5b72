// The scoreboard with the hands that wait, marked as not sent yet. The server's own is put back once nothing waits.

const WORDS = "Not sent yet";

/** The scoreboard as the server drew it, and what is shown besides. */
let original = null;
let board = null;
let added = [];

/** Show the totals, the dealer and who has won, as the rules on this phone say; without them the server's. */
export function showTotals(now, isScored) {
  const shown = document.querySelector("[data-part=board]");
  restore();
  if (shown !== board) [board, original] = [shown, null];
  const [next, pile] = now ? parse(now.board) : [];
  const sides = [...(board?.querySelectorAll(".side") ?? [])];
  if (!next || sides.length !== next.querySelectorAll(".side").length) return;
  original = { html: board.innerHTML, className: board.className, headings: headings().map((one) => [one, one.textContent]) };
  board.className = next.className;
  const totals = [...next.querySelectorAll(".total")].map((one) => one.textContent);
  next.querySelectorAll(".side").forEach((side, at) => write(sides[at], side));
  headings().forEach((one, at) => (one.textContent = totals[at]));
  // A part of the page is what the server drew.
  pile?.removeAttribute("data-part");
  const note = Object.assign(document.createElement("p"), { className: "unsent", textContent: WORDS });
  added = [pile, isScored && note].filter(Boolean);
  if (pileBelow()) pileBelow().hidden = true;
  board.after(...added);
}

function restore() {
  for (const one of added) one.remove();
  added = [];
  if (!original) return;
  board.innerHTML = original.html;
  board.className = original.className;
  for (const [one, text] of original.headings) one.textContent = text;
  original = null;
  if (pileBelow()) pileBelow().hidden = false;
}

/** Return the totals above the hands. */
function headings() {
  return [...document.querySelectorAll("[data-part=hands] .names b")];
}

/** Return the server's line of what is on the table. */
function pileBelow() {
  return document.querySelector("[data-part=on-table]");
}

/** Replace everything on one side but the names, beside which the server has drawn pictures. */
function write(side, next) {
  next.querySelector("h2").replaceWith(side.querySelector("h2"));
  side.replaceWith(next);
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.children;
}
