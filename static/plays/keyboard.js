// A real keyboard beside the keys on the screen: a digit goes into the marked figure, and Enter moves on.

/** Let the keyboard go on where a thumb or a mouse tapped, instead of tapping the same once more. */
export function useKeyboard(hand) {
  const { form, keypad } = hand;
  const fold = form.closest("details.take");
  const summary = fold?.querySelector("summary");
  const area = fold ?? form;
  let tapped = true;
  const follows = (target) => keypad.element.contains(target) || (fold?.open && target === summary);
  // What is pressed from the keyboard has no click count.
  area.addEventListener("click", ({ detail }) => (tapped = detail > 0));
  area.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Tab") tapped = false;
    if (event.ctrlKey || event.metaKey || event.altKey || !follows(target)) return;
    if (/^\d$/.test(key) && hand.marked) hand.focus(hand.marked);
    if (key !== "Enter" || !tapped) return;
    event.preventDefault();
    hand.goOn();
  });
  fold?.addEventListener("toggle", () => {
    if (fold.open && !tapped && document.activeElement === summary) hand.focusFirst();
  });
}
