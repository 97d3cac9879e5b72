// What is typed, tapped and opened in a form for a hand.

import { clearTapped } from "./choices.js";
import { useKeyboard } from "./keyboard.js";

const CHOICES = "[type=radio], [type=checkbox], select";

/** Tell a hand what happens in its form. */
export function listen(hand) {
  const { form } = hand;
  for (const place of hand.figures) listenToFigure(hand, place);
  useKeyboard(hand);
  form.addEventListener("click", ({ target }) => {
    if (target.type === "radio" && clearTapped(target)) hand.refresh();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.matches(CHOICES)) hand.chose(target);
  });
  form.addEventListener("submit", () => hand.preview?.cancel());
  for (const button of form.querySelectorAll("[data-again]")) {
    button.addEventListener("click", () => hand.fillAgain(JSON.parse(button.dataset.again)));
  }
  form.addEventListener("filled-in", ({ detail: marked }) => hand.resume(marked));
  listenToFolds(hand);
}

function listenToFigure(hand, place) {
  const { input } = place;
  // The keypad replaces the phone's own keyboard; a real keyboard still types.
  input.inputMode = "none";
  input.addEventListener("focus", () => {
    hand.mark(place);
    // Not before the tap is over: it is meant for what is under the finger now.
    if (!hand.isStill) requestAnimationFrame(() => hand.stage.bring());
  });
  input.addEventListener("input", () => hand.changed(place));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    hand.leave(place);
  });
}

function listenToFolds(hand) {
  for (const fold of hand.form.querySelectorAll("details.instead, details.more")) {
    fold.addEventListener("toggle", () => {
      const next = hand.figures.find((place) => fold.contains(place.label) && !place.filled);
      if (!fold.open || !next) return;
      hand.mark(next);
      hand.stage.bring();
    });
  }
  hand.form.closest("details.apart")?.addEventListener("toggle", () => {
    const next = hand.figures.find((place) => !place.filled && hand.asks(place));
    if (next) hand.mark(next);
  });
}
