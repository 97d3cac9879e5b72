// Where the focus goes when a form was sent and its answer is shown in its place.

/** Focus what was refused, or what is entered next; once nothing is, what the page says. */
export function focusNext(forms) {
  const panel = document.querySelector("main .now .panel, main [data-part=correct]");
  if (!panel) return;
  const refused = panel.querySelector("[aria-invalid=true]");
  const fold = panel.querySelector("details.take:not([open]) > summary");
  const hand = forms.find(({ form }) => panel.contains(form) && !form.closest("details:not([open])"));
  const chips = [...panel.querySelectorAll("fieldset.chips")].find((each) => !each.querySelector(":checked"));
  const choice = chips?.querySelector("input, button");
  if (refused ?? fold) (refused ?? fold).focus({ preventScroll: true });
  else if (hand) hand.focusFirst();
  else if (choice) choice.focus({ preventScroll: true });
  else focusHeading(panel);
}

function focusHeading(panel) {
  const heading = panel.querySelector("h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
