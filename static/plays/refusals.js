// Refusals beside the fields that they are about.

export const REFUSED = "[aria-describedby^=wrong-]";

/** Withdraw what was refused once it is changed; its room stays, so that nothing moves under the thumb. */
export function forgive(field) {
  for (let refused = field.closest(REFUSED); refused; refused = field.closest(REFUSED)) {
    const message = refused.getAttribute("aria-describedby");
    const form = refused.closest("form");
    form.querySelector(`[id="${message}"]`)?.classList.add("forgiven");
    for (const one of form.querySelectorAll(`[aria-describedby="${message}"]`)) {
      one.removeAttribute("aria-describedby");
      one.removeAttribute("aria-invalid");
    }
  }
}
