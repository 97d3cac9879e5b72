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

// Saving loads the page again, and the hands go on showing what was chosen.
const kept = document.querySelector(`[name=shown][value="${sessionStorage.getItem("shown")}"]`);
if (kept) kept.checked = true;
document.addEventListener("change", ({ target }) => {
  if (target.name === "shown") sessionStorage.setItem("shown", target.value);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".chart-link");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  import("./chart.js").then(({ unfold }) => unfold(link)).catch(() => location.assign(link.href));
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
