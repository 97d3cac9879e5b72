// Once a recipe is saved, the phone no longer keeps it as a draft, nor the form in which its name was typed.

import { forgetAt } from "../live/draft.js";
import { phoneStorage } from "../storage.js";

document.addEventListener("submit", ({ target, submitter }) => {
  if (!submitter?.matches(".entry .primary")) return;
  phoneStorage.remove(`recipe ${target.elements.draft.value}`);
  if (target.dataset.begun) forgetAt(target.dataset.begun);
});
