// The scoreboard with the hands that wait, marked as not sent yet. The server's own is put back once nothing waits.

const WORDS = "Not sent yet";

/** The scoreboard as the server drew it. */
let original = null;
let board = null;

/** Show the totals, the dealer and who has won, as the rules on this phone say; without them the server's. */
export function showTotals(now) {
  const shown = document.querySelector("[data-part=board]");
  if (shown !== board) [board, original] = [shown, null];
  if (!board) return;
  if (original !== null) board.innerHTML = original;
  board.nextElementSibling?.matches(".unsent") && board.nextElementSibling.remove();
  const sides = [...board.querySelectorAll(".side")];
  if (!now || sides.length !== now.columns.length) return;
  original ??= board.innerHTML;
  const roles = rolesOn(board);
  sides.forEach((side, at) => write(side, now.columns[at], roles));
  const note = Object.assign(document.createElement("p"), { className: "unsent", textContent: WORDS });
  board.after(note);
}

/** Return how the board marks the dealer and who is first; in games for partners it would have to name them. */
function rolesOn(element) {
  const isAlone = !element.querySelector("h2 > .name + .name");
  const [deals, first] = [".role:has(.deals)", ".role > span:not(.gets *)"].map((role) => isAlone && element.querySelector(role));
  return { deals: deals?.innerHTML ?? "", first: first?.parentElement.innerHTML ?? "" };
}

function write(side, column, roles) {
  side.classList.toggle("won", column.won);
  const total = side.querySelector(".total");
  total.textContent = column.shown;
  Object.assign(total.dataset, { total: column.held, net: column.total });
  const goal = side.querySelector(".to-go");
  if (column.won) goal.textContent = "won";
  else if (column.says) goal.replaceChildren(`${column.says[0]} `, Object.assign(document.createElement("span"), { textContent: column.says[1] }));
  const role = column.won ? "" : column.deals || column.turn ? roles.deals : column.first ? roles.first : "";
  side.querySelector(".role").innerHTML = role || "&nbsp;";
}
