// The page as the server would draw it now, without what scripts and people have changed in it.

import { drawn } from "../app.js";
import { partsIn } from "../live/parts.js";

/** What scripts add besides the parts, and what is only said once. */
const ADDED = ".notice, .flash, .pending, .ahead, .unsent, .waiting";

/** Return the HTML of the page: its frame as it was loaded, and each part as it was drawn last. */
export function pageAsDrawn() {
  const page = document.documentElement.cloneNode(true);
  page.classList.remove("scripted", "resting");
  for (const added of page.querySelectorAll(ADDED)) added.remove();
  const copies = outermostIn(page);
  const parts = outermostIn(document).filter((part) => !part.closest(ADDED));
  parts.forEach((part, at) => (copies[at].outerHTML = asDrawn(part)));
  delete page.querySelector("body").dataset.keptAt;
  for (const line of page.querySelectorAll(".connection, #changed")) line.replaceChildren();
  return `<!doctype html>\n${page.outerHTML}`;
}

/** Return the HTML of a part with the newest of each part in it. */
function asDrawn(part) {
  const template = document.createElement("template");
  template.innerHTML = drawn.get(part);
  const newest = new Map(inside(part).map((each) => [each.dataset.part, each]));
  for (const inner of inside(template.content.firstElementChild)) {
    const live = newest.get(inner.dataset.part);
    if (live) inner.outerHTML = asDrawn(live);
    else inner.remove();
  }
  return template.innerHTML;
}

/** Return the parts in a part that are in no other one between. */
function inside(part) {
  return partsIn(part).filter((each) => each.parentElement.closest("[data-part]") === part);
}

function outermostIn(root) {
  return partsIn(root).filter((part) => !part.parentElement.closest("[data-part]"));
}
