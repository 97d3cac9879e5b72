// Sending a form and showing the answer on the same page, so that the phone's Back leaves the page in one step.

import { versions } from "./main.js";
import { complete, holdStill, isSamePage, shownParts, update } from "./parts.js";
import { ask } from "./sending.js";

/**
 * Have a form sent, and show the answer unless another was sent since; return whether it is shown on this page. Fails if
 * there is no answer.
 */
export async function save(form, button, isNewest, send) {
  const announced = document.getElementById("changed");
  announced.textContent = "";
  const { headers, html } = shownParts();
  const answer = await send(headers);
  const address = answer.headers.get("Content-Location");
  const shown = answer.status === 204 ? await pageAt(address, headers) : answer.html;
  if (!isNewest()) return false;
  const next = new DOMParser().parseFromString(shown, "text/html");
  complete(next, html);
  const before = newsOf(document);
  if (isSamePage(next)) {
    show(next, form, address ?? location.href);
    const news = newsOf(next);
    if (news?.change !== before?.change) announced.textContent = news?.own ?? "";
    return true;
  }
  if (address) leaveFor(new URL(address, location.href).href);
  // A page that is not found says less than this one, where it is said that this was not saved, and why.
  else if (answer.status !== 404) sendAsPage(form, button);
  return false;
}

/** Return the page at the address that a form leads to; nothing if that is another page, or can't be had now. */
async function pageAt(address, headers) {
  if (new URL(address, location.href).pathname !== location.pathname) return "";
  return (await ask(address, { headers, cache: "no-store" }).catch(() => null))?.html ?? "";
}

/** Return what a page says changed last. */
function newsOf(page) {
  return page.getElementById("news")?.dataset;
}

function show(next, form, address) {
  const { version, page, kept } = next.body.dataset;
  versions.shown = Number(version);
  versions.newest = Math.max(versions.newest, versions.shown);
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  showFlashes(next);
  if (form.matches("[data-part]")) holdStill(() => update(next, form));
  else {
    if (form.matches(".entry") || next.querySelector(".undo, .flash, .problem")) scrollTo({ top: 0, behavior: "instant" });
    update(next, form);
  }
  Object.assign(document.body.dataset, { version });
  for (const [name, value] of Object.entries({ page, kept })) {
    if (value === undefined) delete document.body.dataset[name];
    else document.body.dataset[name] = value;
  }
  document.title = next.title;
  history.replaceState(null, "", address);
  document.dispatchEvent(new Event("form-answered"));
}

function showFlashes(next) {
  for (const flash of document.querySelectorAll(".flash")) flash.remove();
  for (const flash of next.querySelectorAll(".flash")) document.querySelector("main").before(document.importNode(flash, true));
}

/** Go to another page: back if that is where this page was opened from. */
function leaveFor(address) {
  if (document.referrer === address && history.length > 1) history.back();
  else location.assign(address);
}

/** Let the browser send the form again, to show an answer that is no page of ours: the server does nothing twice. */
function sendAsPage(form, button) {
  delete form.dataset.sent;
  const copy = document.createElement("input");
  if (button?.name) form.append(Object.assign(copy, { type: "hidden", name: button.name, value: button.value }));
  form.submit();
}
