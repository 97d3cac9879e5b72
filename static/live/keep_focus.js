// When a form was sent and its answer is shown on the same page, the next one can be filled in at once: the focus
// returns to the field that was typed into, or to what took the place of the button.

const TYPED = "input:not([type=hidden])";
let sent;

document.addEventListener("submit", ({ target: form, submitter }) => {
  const part = form.closest("section");
  sent = part && { name: part.dataset.part, field: fieldName(form), place: buttonsIn(part).indexOf(submitter) };
});

document.addEventListener("form-answered", () => {
  const part = sent && document.querySelector(`section[data-part="${sent.name}"]`);
  if (!part) return;
  const field = sent.field && part.querySelector(`${TYPED}[name="${sent.field}"]`);
  const buttons = buttonsIn(part);
  (field || buttons[sent.place] || buttons.at(-1))?.focus({ preventScroll: true });
  // The heading says how many there are now.
  const announced = document.getElementById("changed");
  if (!announced.textContent) announced.textContent = part.querySelector("h2").textContent;
});

function fieldName(form) {
  return form.querySelector(TYPED)?.name;
}

function buttonsIn(part) {
  return [...part.querySelectorAll("button")];
}
