// Filling in a form with what waits or was refused. It keeps its id, so that saving it replaces what waits.

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
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  form.elements.uid.value = action.uid;
  // Choices first: what is asked depends on them, and what follows from figures may differ from what was entered.
  const values = new Map(action.fields);
  const fields = [...form.elements].filter(({ name, type }) => name && values.has(name) && type !== "hidden" && type !== "submit");
  const isChoice = ({ type }) => type === "radio" || type === "checkbox";
  for (const choice of fields.filter(isChoice)) {
    const checked = action.fields.some(([name, value]) => name === choice.name && value === choice.value);
    if (checked !== choice.checked) choice.click();
  }
  const figures = fields.filter((field) => !isChoice(field));
  for (const field of [...figures, ...figures]) put(field, values.get(field.name));
  form.scrollIntoView({ block: "nearest" });
  return true;
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
