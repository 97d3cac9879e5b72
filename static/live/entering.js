// What someone is entering on the page, and must neither lose nor be disturbed in.

export const FIELDS = "input:not([type=hidden]), select, textarea";
const OPEN = "details:is(.menu, .take, .apart)[open], .key.waits";

/** Return whether someone uses this part of the page: a menu or a form in it is open, or was begun. */
export function isBusy(part) {
  const fields = [...part.querySelectorAll(FIELDS)].filter(isAsked);
  // After a refusal the form comes back as it was filled in.
  const refused = "kept" in document.body.dataset && fields.length;
  return Boolean(refused || part.matches(OPEN) || part.querySelector(OPEN) || fields.some(isBegun)) || isTyped(part);
}

/** Whether a field is asked for: the cards of several players are shown one by one. */
function isAsked(field) {
  const hidden = field.closest("[hidden]");
  return !hidden || hidden.closest(".one-by-one");
}

/** Return whether a field differs from how it was drawn. */
export function isBegun(field) {
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  const drawn = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(drawn, 0);
}

/** Return whether the phone's keyboard is up for a field in this part. */
function isTyped(part) {
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 };
  const isUp = height * scale < innerHeight * 0.85;
  return isUp && part.contains(document.activeElement) && document.activeElement.matches(FIELDS);
}
