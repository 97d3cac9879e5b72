// The forms of the hands to come, fetched in advance.

import { isOurs } from "../../live/ours.js";
import { newUid } from "../../live/waiting.js";

const NUMBER = /\{number\}/g;
const BOXES = "fieldset[data-name], .figure-rows[data-name], label.pick, label.text, label.switch";
const { live } = document.body.dataset;

let html = "";

/** Fetch the forms, unless those for the same players are there; return whether there are new ones. */
export async function fetchForms(seats) {
  if (html.includes(`.${seats}.`)) return false;
  const address = `${live}/blank`;
  const isKept = navigator.serviceWorker?.controller;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || !isOurs(answer)) return false;
  html = await answer.text();
  // On its first page the phone can keep them only now.
  if (!isKept) navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ kind: "opened", address }));
  return true;
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

/** Fill in fields. */
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
    field.checked = values.includes(field.value);
  } else if (field.localName === "select") {
    for (const option of field.options) option.selected = values.includes(option.value);
  } else if (field.localName !== "button") field.value = values[0];
}

/** Hide what was answered before; it is sent with the rest. */
export function hideAnswered(form, fields) {
  for (const [name, value] of fields) {
    const box = value && form.querySelector(`[name="${CSS.escape(name)}"]`)?.closest(BOXES);
    if (box) box.hidden = true;
  }
}
