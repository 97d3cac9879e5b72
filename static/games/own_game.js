// Columns of a game of the players' own: shown as they are needed, added and removed one by one.

import { drawIcon } from "../app.js";

const FIRST = 2;

layOut(document);
// A form that was refused is another one.
document.addEventListener("part-replaced", ({ target }) => layOut(target));

// A game whose scores are worked out has the name that was typed.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a.make");
  if (!link) return;
  const address = new URL(link.href);
  address.searchParams.set("name", document.querySelector("[name=title]").value.trim());
  link.href = address;
}, true);

/** Lay out the columns in a part of the page, if it has them. */
function layOut(part) {
  const fieldset = part.querySelector(".own-columns");
  if (!fieldset) return;
  const box = fieldset.querySelector(".column-lines");
  const lines = [...box.querySelectorAll(".column-line")];

  box.querySelector("details")?.replaceWith(...lines.filter((line) => line.closest("details")));

  const add = document.createElement("button");
  add.type = "button";
  add.className = "quiet";
  add.textContent = "Add a column";
  add.addEventListener("click", () => {
    show(shown() + 1);
    lines[shown() - 1].querySelector("input").focus();
  });
  box.append(add);
  box.classList.add("removable");

  for (const line of lines) {
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "quiet";
    remove.append(drawIcon("bin"));
    remove.setAttribute("aria-label", `Remove ${line.querySelector("input").getAttribute("aria-label").toLowerCase()}`);
    remove.addEventListener("click", () => removeLine(line));
    line.append(remove);
  }

  const showFilled = () => show(Math.max(FIRST, lines.map(isFilled).lastIndexOf(true) + 1));
  showFilled();
  fieldset.closest("form").addEventListener("filled-in", showFilled);

  fieldset.addEventListener("change", ({ target }) => {
    if (target.value === "columns" && !isFilled(lines[0])) lines[0].querySelector("input").focus();
  });

  /** Return how many lines are shown. */
  function shown() {
    return lines.filter((line) => !line.hidden).length;
  }

  /** Show so many lines, from the first one. */
  function show(count) {
    for (const [at, line] of lines.entries()) line.hidden = at >= count;
    add.hidden = count >= lines.length;
  }

  function isFilled(line) {
    return [...line.querySelectorAll("input")].some((input) => input.value);
  }

  /** Empty a line and move the later ones up, so that the columns keep their order. */
  function removeLine(line) {
    const at = lines.indexOf(line);
    const values = lines.map((each) => [...each.querySelectorAll("input")].map((input) => input.value));
    values.splice(at, 1);
    values.push(["", ""]);
    for (const [place, each] of lines.entries()) {
      for (const [part, input] of [...each.querySelectorAll("input")].entries()) input.value = values[place][part];
    }
    show(Math.max(1, shown() - 1));
    lines[Math.min(at, shown() - 1)].querySelector("input").focus();
  }
}
