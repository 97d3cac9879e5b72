// What a form would send, as an action that can wait.

import { laterThanAll, newUid } from "./waiting.js";

const TYPED = "input:not([type=hidden], [type=radio], [type=checkbox]), textarea";
const TAPPED = "input:is([type=radio], [type=checkbox]):checked";

/** Return the action for a form that was sent with a button. */
export function actionOf(form, button, known) {
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  const address = new URL(form.action);
  return {
    uid: form.elements.uid.value,
    address: document.body.dataset.live,
    page: location.pathname + location.search,
    action: address.pathname + address.search,
    fields,
    words: wordsFor(form, button),
    entered: enteredIn(form, button),
    at: laterThanAll(),
    known,
    ...(form.dataset.settles && { settles: form.dataset.settles }),
    state: "waiting",
  };
}

/** Empty a form that can be sent with something else as well, such as one for coins; return whether it is one. */
export function renew(form) {
  if (form.elements.version || form.elements.was || !form.querySelector(TYPED)) return false;
  form.reset();
  form.elements.uid.value = newUid();
  return true;
}

/** Return what a form saves, in words: "Hand 7", "Bid of hand 7", what it names, or what its button or its heading says. */
function wordsFor(form, button) {
  if (form.dataset.saves) return form.dataset.saves;
  const label = tidy(button?.getAttribute("aria-label") ?? button?.textContent ?? "");
  const saves = /^Save (\S+ \d+|note)$/.exec(label)?.[1];
  if (saves) return form.matches(".correct") ? `Correction of ${saves}` : capital(saves);
  const step = /\/(bid|trump|hands)$/.exec(form.action)?.[1];
  const hand = step && handIn(form);
  if (hand) return step === "hands" ? capital(hand) : `${capital(step)} of ${hand}`;
  if (form.matches(".undo")) return `Undo “${tidy(form.textContent.replace(label, ""))}”`;
  const heading = form.querySelector(TYPED) && form.closest("section, details")?.querySelector("h2, summary");
  return heading ? tidy(heading.textContent) : label;
}

/** Return which hand a form of the sheet is about, such as "hand 7". */
function handIn(form) {
  const number = form.elements.version?.value.split(".")[0];
  const found = new RegExp(`\\p{L}+ ${number}(?!\\d)`, "u").exec(form.closest(".panel")?.querySelector("h2")?.textContent ?? "");
  return (found?.[0] ?? `hand ${number}`).toLowerCase();
}

/** Return what was entered in words, such as "Bea, 5", with the figures of each player apart: "Bea, 5 · Ann 3, Bea 5". */
function enteredIn(form, button) {
  // What was proposed goes without saying.
  const tapped = [...form.querySelectorAll(TAPPED)].filter((input) => !input.defaultChecked).map(labelOf);
  const typed = [...form.querySelectorAll(TYPED)].filter(({ value, disabled }) => value && !disabled);
  const isFigure = (input) => input.closest(".place");
  const figures = typed.filter(isFigure).map((input) => `${labelOf(input)} ${input.value}`);
  const others = typed.filter((input) => !isFigure(input)).map(({ value }) => value);
  const saved = button?.name && button.textContent;
  const listed = (words) => words.filter(Boolean).map(tidy).join(", ");
  return [listed([...tapped, ...others, saved]), listed(figures)].filter(Boolean).join(" · ");
}

function labelOf(input) {
  return input.labels?.[0]?.querySelector(".name, span")?.textContent ?? input.labels?.[0]?.textContent ?? "";
}

function tidy(words) {
  return words.replace(/\s+/g, " ").trim();
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
