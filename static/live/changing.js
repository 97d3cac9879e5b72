// Filling in a form with what waits or was refused. Saving it replaces that.

import { FIELDS, isBegun } from "./entering.js";

const KINDS = ["whole", "alone"];

/** Fill in the form of an action, on the page that it was entered on; return whether that page still asks for it. */
export async function fillIn(action) {
  if (location.pathname + location.search !== action.page) {
    location.assign(`${action.page}#change-${action.uid}`);
    return true;
  }
  // A sheet that went on without a network asks again itself.
  if (!document.dispatchEvent(new CustomEvent("action-change", { detail: action, cancelable: true }))) return true;
  const form = [...document.forms].find((each) => isFor(each, action));
  if (!form) return false;
  // What was refused is another entry by now, drawn from what others have done.
  if (action.isOutdated) form.dataset.settles = action.uid;
  else form.elements.uid.value = action.uid;
  await fill(form, action.fields);
  form.scrollIntoView({ block: "nearest" });
  return true;
}

/** Fill in a form with the fields that it had, and tell it which figure was `marked`, if that is known. */
export async function fill(form, entered, marked) {
  // Choices first: what is asked depends on them, and what follows from figures may differ from what was entered.
  const values = new Map(entered);
  const fields = [...form.querySelectorAll(FIELDS)];
  const isChoice = ({ type }) => type === "radio" || type === "checkbox";
  for (const choice of fields.filter(isChoice)) {
    const checked = entered.some(([name, value]) => name === choice.name && value === choice.value);
    if (checked !== choice.checked) choice.click();
    // Another choice may have cleared it.
    choice.checked = checked;
  }
  const figures = fields.filter((field) => !isChoice(field));
  for (const field of [...figures, ...figures]) put(field, values.get(field.name) ?? "");
  const isUsed = (field) => isBegun(field) || (marked && field.name === marked);
  const folds = [...form.querySelectorAll("details")].filter((fold) => [...fold.querySelectorAll(FIELDS)].some(isUsed));
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) folds.push(fold);
  await Promise.all(folds.filter((fold) => !fold.open).map(open));
  form.dispatchEvent(new CustomEvent("filled-in", { detail: marked }));
}

/** Open a fold, and wait until that has been told. */
function open(fold) {
  return new Promise((done) => {
    fold.addEventListener("toggle", done, { once: true });
    fold.open = true;
  });
}

function put(field, value) {
  if (field.value === value) return;
  field.value = value;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Whether a form asks for what an action has. */
function isFor(form, { action, fields }) {
  const values = new Map(fields);
  const address = new URL(form.action);
  const isSame = address.pathname + address.search === action;
  return isSame && form.elements.uid && KINDS.every((kind) => (form.elements[kind]?.value ?? "") === (values.get(kind) ?? ""));
}
