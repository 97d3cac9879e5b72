// The forms of the hands to come, fetched in advance.

import { newUid } from "../../live/waiting.js";

const NUMBER = /\{number\}/g;
const BOXES = "fieldset[data-name], .figure-rows[data-name], label.pick, label.text, label.switch";
const { live } = document.body.dataset;

let html = "";

/** Fetch the forms, unless those for the same players are there. */
export async function fetchForms(names) {
  if (html.includes(`.${names}.`)) return;
  const answer = await fetch(`${live}/blank`).catch(() => null);
  if (answer?.ok) html = await answer.text();
}

/** Return the panel with the form for a step of a hand; null if it could not be fetched. */
export function drawPanel(step, number) {
  const template = document.createElement("template");
  template.innerHTML = html.replace(NUMBER, number);
  const part = template.content.querySelector(`template[data-step="${step}"]`);
  const panel = part && document.importNode(part.content, true).querySelector(".panel");
  for (const form of panel?.querySelectorAll("form") ?? []) {
    form.querySelector("[name=csrf_token]").value = document.querySelector("main [name=csrf_token]").value;
    form.querySelector("[name=uid]").value = newUid();
  }
  return panel;
}

/** Fill in fields as if they had been drawn so. */
export function fillIn(form, fields) {
  for (const field of form.elements) {
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (values.length && field.type !== "hidden") put(field, values);
  }
  for (const fold of form.querySelectorAll("details")) {
    const isFilled = ({ value, type, checked }) => value && (type !== "radio" || checked);
    if ([...fold.querySelectorAll("input, select, textarea")].some(isFilled)) fold.open = true;
  }
}

function put(field, values) {
  if (field.matches("[type=radio], [type=checkbox]")) {
    field.checked = field.defaultChecked = values.includes(field.value);
  } else if (field.localName === "select") {
    for (const option of field.options) option.selected = option.defaultSelected = values.includes(option.value);
  } else if (field.localName !== "button") field.value = field.defaultValue = values[0];
}

/** Hide what was answered before; it is sent with the rest. */
export function hideAnswered(form, fields) {
  for (const [name, value] of fields) {
    const box = value && form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest(BOXES);
    if (box) box.hidden = true;
  }
}
