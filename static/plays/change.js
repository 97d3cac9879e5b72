// A page that changes a whole game: it shows what would change as soon as something is chosen.

import { Preview } from "./choices.js";

follow(document);
// A form that was refused is another one.
document.addEventListener("part-replaced", ({ target }) => follow(target));

/** Follow what is chosen in the form in a part of the page, if it is there. */
function follow(part) {
  const form = part.querySelector("form.confirm");
  if (!form) return;
  const result = form.querySelector("output.look");
  const preview = new Preview(form, (html) => (result.innerHTML = html));
  for (const kind of ["input", "change"]) form.addEventListener(kind, () => preview.ask());
  // Seats are taken by tapping buttons, which change a list behind them.
  form.addEventListener("click", ({ target }) => {
    if (target.closest("button[type=button]")) preview.ask();
  });
  form.addEventListener("submit", () => preview.cancel());
}
