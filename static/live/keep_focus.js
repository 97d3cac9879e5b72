// When a form was sent and its answer is shown on the same page, the next one can be filled in at once: the focus
// returns to the field that was typed into, or to what took the place of the button.

const TYPED = "input:not([type=hidden])";
let sent;

document.addEventListener("submit", ({ target: form, submitter }) => {
  const part = form.closest("section [data-part], section[data-part]");
  if (!part) return (sent = null);
  const section = part.closest("section").dataset.part;
  const field = form.querySelector(TYPED)?.name;
  sent = { section, part: part.dataset.part, field, place: buttonsIn(part).indexOf(submitter) };
});

document.addEventListener("form-answered", () => {
  const heading = sent && findPart(sent.section)?.querySelector("h2");
  if (!heading) return;
  const part = findPart(sent.part);
  const buttons = part ? buttonsIn(part) : [];
  const field = sent.field && part?.querySelector(`${TYPED}[name="${sent.field}"]`);
  heading.tabIndex = -1;
  (field || buttons[sent.place] || buttons.at(-1) || heading).focus({ preventScroll: true });
  // The heading says how many there are now.
  const announced = document.getElementById("changed");
  if (!announced.textContent) announced.textContent = heading.textContent;
});

function findPart(name) {
  return document.querySelector(`[data-part="${name}"]:not(.gone)`);
}

function buttonsIn(part) {
  return [...part.querySelectorAll("button")];
}
