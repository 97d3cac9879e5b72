// Once a recipe is saved, the phone no longer keeps it as a draft.

import { phoneStorage } from "../storage.js";

document.addEventListener("submit", ({ target, submitter }) => {
  if (submitter?.matches(".entry .primary")) phoneStorage.remove(`recipe ${target.elements.draft.value}`);
});
