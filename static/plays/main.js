// The page where a hand is entered or corrected.

import { HandForm } from "./hand_form.js";
import { forgive } from "./preview.js";

let forms = [];

document.addEventListener("input", ({ target }) => forgive(target));
for (const kind of ["scroll", "resize"]) {
  addEventListener(kind, () => forms.forEach(({ stage }) => stage.reach()), { passive: true });
}

attach(document);
// The page follows what other phones save: static/live/ replaces a part of it, or keeps the form that is being filled in.
document.addEventListener("part-replaced", ({ target }) => attach(target));
document.addEventListener("part-kept", ({ target }) => {
  for (const each of forms) if (target.contains(each.form)) each.askAgain();
});

function attach(part) {
  const added = [...part.querySelectorAll(".keypad")].map((keypad) => new HandForm(keypad.closest("form")));
  forms = [...forms.filter(({ form }) => form.isConnected), ...added];
  for (const fold of part.querySelectorAll("details.take, details.apart")) {
    fold.addEventListener("toggle", () => {
      if (!fold.open) return;
      (fold.matches(".take") ? fold.closest(".panel") : fold).scrollIntoView({ block: "start" });
      forms.find(({ form }) => fold.contains(form))?.stage.makeRoom();
    });
  }
}
