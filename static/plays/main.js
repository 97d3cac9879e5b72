// The page where a hand is entered or corrected.

import { HandForm } from "./hand_form.js";
import { forgive } from "./preview.js";

document.addEventListener("input", ({ target }) => forgive(target));

const forms = [...document.querySelectorAll(".keypad")].map((keypad) => new HandForm(keypad.closest("form")));

for (const fold of document.querySelectorAll("details.take, details.apart")) {
  fold.addEventListener("toggle", () => {
    if (!fold.open) return;
    (fold.matches(".take") ? fold.closest(".panel") : fold).scrollIntoView({ block: "start" });
    forms.find(({ form }) => fold.contains(form))?.stage.makeRoom();
  });
}
