// Browsers keep what is behind the “#” of an address to themselves: the form sends it, and its answer is shown here. So the link
// stays in the address, to go back to and to pass on.

import { phoneStorage } from "../storage.js";

/** The name under which the phone keeps what can't be added yet. */
const KEPT = "recipe to add";

const form = document.querySelector("main form");
addEventListener("hashchange", () => location.reload());
const given = location.hash.slice(1) || phoneStorage.get(KEPT);
if (given) read(given);

async function read(packed) {
  form.elements.recipe.value = packed;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  // Without a network the form is there, filled in.
  if (!answer) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  history.replaceState(history.state, "", `#${packed}`);
  phoneStorage.remove(KEPT);
  if (page.querySelector(".in-no-club") && phoneStorage.set(KEPT, packed)) {
    for (const words of page.querySelectorAll(".in-no-club span")) words.hidden = !words.hidden;
  }
  document.title = page.title;
  for (const part of [".bar", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
}
