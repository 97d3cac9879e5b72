// A page that changes a whole game: it shows what would change as soon as something is chosen.

import { Preview } from "./choices.js";

const form = document.querySelector("form.confirm");
const result = form.querySelector("output.look");
const preview = new Preview(form, (html) => (result.innerHTML = html));

for (const kind of ["input", "change"]) form.addEventListener(kind, () => preview.ask());
// Seats are taken by tapping buttons, which change a list behind them.
form.addEventListener("click", ({ target }) => {
  if (target.closest("button[type=button]")) preview.ask();
});
form.addEventListener("submit", () => preview.cancel());
