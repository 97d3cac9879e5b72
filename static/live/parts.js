// The parts of the page that are replaced when the server draws them differently, and what someone is entering in them,
// in which nobody may be disturbed.

import { withoutParts } from "../app.js";

/** What differs each time it is drawn, and what forms know of the bid, which is also said above them. */
const NOT_COMPARED = /( name="(?:csrf_token|uid|seats|revision|ahead|known)" value| data-bid)="[^"]*"/g;
const FIRST_HAND = /<details[^>]* class="hand"/;
const CAN_HAVE_FOCUS = "a, button, input, select, textarea, summary";
/** What scripts add besides the parts, and what is only said once. */
const ADDED = ".notice, .flash, .pending, .ahead, .unsent, .waiting";
export const FIELDS = "input:not([type=hidden]), select, textarea";
const LEFT_OUT = "[data-same], [data-earlier]";
const OPEN = "details:is(.menu, .take, .apart)[open], .key.waits";

/** The version that the page shows, and the newest one. */
const version = Number(document.body.dataset.version);
export const versions = { shown: version, newest: version };

/** Return the parts of a page. */
function partsIn(root) {
  return [...root.querySelectorAll("[data-part]")];
}

/** Return the parts that are in no other part. */
function outermost(root) {
  return partsIn(root).filter((part) => !part.parentElement.closest("[data-part]"));
}

/** Return the part of a page that corresponds to another page's. */
export function findPart(root, { dataset }) {
  return root.querySelector(`[data-part="${dataset.part}"]`);
}

/** Return whether another page is the same as this one, of the same version of the app, perhaps in another state. */
export function isSamePage(next) {
  const names = new Set(partsIn(next).map((part) => part.dataset.part));
  // The history of a game says what is newest as well.
  names.delete("newest");
  const [ours, theirs] = [document, next].map(({ body }) => body.dataset);
  return ours.live === theirs.live && ours.app === theirs.app && partsIn(document).some((part) => names.has(part.dataset.part));
}

/** Return what tells the server which parts it may leave out, and their HTML as it was drawn, to fill them in again. */
export function shownParts() {
  const parts = partsIn(document);
  const known = parts.filter(({ dataset }) => dataset.drawnFrom);
  const names = known.map(({ dataset }) => `${dataset.part}=${dataset.drawnFrom}`);
  const headers = { "Scorekeeper-Page": location.pathname, "Scorekeeper-Parts": names.join(" ") };
  return { headers, html: new Map(parts.map((part) => [part.dataset.part, part.drawn])) };
}

/** Note at each place of what the server left out of the new page the HTML of the part that this page showed then. */
export function complete(page, html) {
  for (const place of page.querySelectorAll(LEFT_OUT)) place.shown = html.get(place.closest("[data-part]").dataset.part);
}

/** Return a part of the new page, or all of it, with what the server left out. */
function filled(next) {
  if ("same" in next.dataset) {
    const whole = element(next.shown);
    next.replaceWith(whole);
    return whole;
  }
  for (const place of next.querySelectorAll("[data-same]")) filled(place);
  for (const place of next.querySelectorAll("[data-earlier]")) place.replaceWith(...hands(element(place.shown)));
  return next;
}

function firstHand(part) {
  return part.querySelector("details.hand");
}

/** Return what follows from the newest hand of a list. */
function hands(part) {
  const nodes = [...part.childNodes];
  return nodes.slice(nodes.indexOf(firstHand(part)));
}

function element(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** Return HTML without what makes no difference to what is asked. */
function tidy(html) {
  return html.replace(NOT_COMPARED, "");
}

/** Return the HTML of the page: its frame as it was loaded, and each part as it was drawn last. */
export function pageAsDrawn() {
  const drawn = [];
  const page = withoutParts(document.documentElement, (part) => {
    if (part.closest(ADDED)) return "";
    drawn.push(asDrawn(part));
    return document.createComment("part");
  });
  page.classList.remove("scripted", "resting");
  for (const added of page.querySelectorAll(ADDED)) added.remove();
  delete page.querySelector("body").dataset.keptAt;
  for (const line of page.querySelectorAll(".connection, #changed")) line.replaceChildren();
  const [first, ...others] = page.outerHTML.split("<!--part-->");
  return `<!doctype html>\n${first}${others.map((html, at) => drawn[at] + html).join("")}`;
}

/** Return the HTML of a part with the newest of each part in it. */
function asDrawn(part) {
  if (!hasParts(part.drawn)) return part.drawn;
  const template = document.createElement("template");
  template.innerHTML = part.drawn;
  const newest = new Map(inside(part).map((each) => [each.dataset.part, each]));
  for (const inner of inside(template.content.firstElementChild)) {
    const live = newest.get(inner.dataset.part);
    if (live) inner.outerHTML = asDrawn(live);
    else inner.remove();
  }
  return template.innerHTML;
}

/** Return whether there are others in the HTML of a part. */
function hasParts(html) {
  return html.split(" data-part=", 3).length > 2;
}

/** Return the parts in a part that are in no other one between. */
function inside(part) {
  return partsIn(part).filter((each) => each.parentElement.closest("[data-part]") === part);
}

/** Return the HTML of a part, or of what is on a page, without the parts in it, and without the space around them. */
function ownHtml(part) {
  return tidy(withoutParts(part).outerHTML).replace(/\s+/g, " ").replaceAll("> <", "><");
}

/** Change the page so that what is being read or entered stays where it is on the screen; return what `change` does. */
export function holdStill(change) {
  const used = partsIn(document).find(isBusy);
  const inSight = (element) => element.getBoundingClientRect().bottom > 0;
  const shown = (element) => element.getClientRects().length > 0;
  const held = [...(used?.querySelectorAll("form") ?? [])].find(shown) ?? [...document.querySelectorAll("main [id]:not([hidden])")].find(inSight);
  const top = held?.getBoundingClientRect().top;
  const result = change();
  const there = held?.isConnected ? held : held?.id && document.getElementById(held.id);
  if (there && (used || scrollY)) scrollBy({ top: there.getBoundingClientRect().top - top, behavior: "instant" });
  return result;
}

/**
 * Show what the new page shows; return the parts left as they are because someone is using them. None are if it is the
 * answer to a form that was sent from this page.
 */
export function update(page, sent) {
  const [main, next] = [document, page].map((root) => root.querySelector("main"));
  // Laying out the page, as browsers do before they take the focus away, costs nothing before it is changed.
  if (sent?.contains(document.activeElement)) document.activeElement.blur();
  if (sent && ownHtml(main.around) !== ownHtml(next)) renewAll(main, next);
  const kept = [];
  for (const part of outermost(page)) put(part, kept, sent);
  for (const part of outermost(document)) {
    if (findPart(page, part)) continue;
    if (!sent && isBusy(part)) kept.push(part);
    else part.remove();
  }
  return kept;
}

function put(next, kept, sent) {
  const part = findPart(document, next);
  if (!part) return insert(next);
  if ("same" in next.dataset && part.drawn === next.shown) return tellKept(part);
  const earlier = next.querySelector(":scope > [data-earlier]");
  if (earlier && part.drawn === earlier.shown && !isBusy(part)) return addHand(part, next, earlier);
  next = filled(next);
  const [before, after] = [part.drawn, next.outerHTML].map(tidy);
  if (sent?.closest("[data-part]") === part) return renewAll(part, next);
  // What nobody asks any more needs no answer.
  if (part.dataset.part === "question" && before !== after && !next.querySelector("form")) return replace(part, next);
  if (before !== after && !isBusy(part)) return replace(part, next);
  if (before !== after && ownHtml(element(before)) !== ownHtml(element(after))) {
    if (sent) return renewAll(part, next);
    // What it offers to undo is not the newest change any more.
    part.querySelector(".undo")?.classList.add("gone");
    return kept.push(part);
  }
  // What is asked is the same, so that what was entered is meant for the new page as well.
  renew(part, next);
  tellKept(part);
  for (const inner of partsIn(part)) {
    const other = findPart(next, inner);
    if (other) put(other, kept, sent);
    else inner.classList.add("gone");
  }
}

function tellKept(part) {
  part.dispatchEvent(new Event("part-kept", { bubbles: true }));
}

/** Put the newest hand above the earlier ones, which stay as they are: there may be hundreds. */
function addHand(part, next, earlier) {
  const [above, below] = next.outerHTML.split(earlier.outerHTML);
  const kept = part.drawn.slice(part.drawn.search(FIRST_HAND), part.drawn.lastIndexOf("</section>"));
  part.drawn = above + kept + below;
  for (const { name, value } of next.attributes) part.setAttribute(name, value);
  const first = firstHand(part);
  while (part.firstChild !== first) part.firstChild.remove();
  const added = document.importNode(next, true);
  added.querySelector("[data-earlier]").remove();
  part.prepend(...added.childNodes);
  announce(part);
}

/** Make the forms of a part those of the new page. */
function renew(part, next) {
  for (const name of ["seats", "revision", "ahead", "csrf_token", "known"]) {
    const value = next.querySelector(`[name="${name}"]`)?.value;
    for (const input of part.querySelectorAll(`[name="${name}"]`)) {
      if (value !== undefined && input.closest("[data-part]") === part) input.value = value;
    }
  }
  const [form, after] = [part, next].map((root) => root.querySelector("form[data-bid]"));
  if (form && after) form.dataset.bid = after.dataset.bid;
}

function insert(next) {
  const part = copy(next);
  const beside = (step, place) => {
    for (let other = next[step]; other; other = other[step]) {
      const there = other.dataset.part && findPart(document, other);
      if (there) return there[place](part) ?? true;
    }
  };
  if (!beside("previousElementSibling", "after") && !beside("nextElementSibling", "before")) {
    if (next.closest("header")) document.querySelector("header").append(part);
    else document.querySelector("main").prepend(part);
  }
  announce(part);
}

/** Put the new part where the old one is, with the same folds open and the same focus. */
export function replace(part, next) {
  const fresh = copy(next);
  const open = new Map(folds(part).map((fold) => [foldName(fold), fold.open]));
  for (const fold of folds(fresh)) fold.open = open.get(foldName(fold)) ?? fold.open;
  const focused = part.contains(document.activeElement) && focusName(document.activeElement);
  part.replaceWith(fresh);
  if (focused) {
    const found = [...fresh.querySelectorAll(CAN_HAVE_FOCUS)].find((element) => focusName(element) === focused);
    found?.focus({ preventScroll: true });
  }
  announce(fresh);
  return fresh;
}

/** Draw a part again as the server did, without what was entered in it. */
export function redraw(part) {
  return replace(part, element(asDrawn(part)));
}

/** Put the new part where the old one is, as it was drawn. */
function renewAll(part, next) {
  const fresh = copy(next);
  if (part.around) fresh.around = withoutParts(fresh);
  part.replaceWith(fresh);
  announce(fresh);
}

function copy(next) {
  const part = document.importNode(filled(next), true);
  for (const each of [part, ...partsIn(part)]) each.drawn = each.outerHTML;
  for (const field of part.querySelectorAll("[autofocus]")) field.autofocus = false;
  return part;
}

/** Tell the scripts of the page that there is a new part. */
function announce(part) {
  part.dispatchEvent(new Event("part-replaced", { bubbles: true }));
}

function folds(part) {
  return [part, ...part.querySelectorAll("details")].filter(({ localName }) => localName === "details");
}

function foldName(fold) {
  return fold.id || fold.querySelector("summary").textContent.trim();
}

function focusName(element) {
  const { localName, name, type, value, href, textContent } = element;
  // What is typed may differ, but which choice it is may not.
  const choice = localName === "input" && type !== "radio" ? "" : value;
  return [localName, element.closest("[id]")?.id, name, choice, href, textContent].join();
}

/** Return whether someone uses this part of the page: a menu or a form in it is open, or was begun. */
export function isBusy(part) {
  const fields = [...part.querySelectorAll(FIELDS)].filter(isAsked);
  // After a refusal the form comes back as it was filled in.
  const refused = "kept" in document.body.dataset && fields.length;
  return Boolean(refused || part.matches(OPEN) || part.querySelector(OPEN) || fields.some(isBegun)) || isTyped(part);
}

/** Return whether a single tap at most is in the form of the sheet, for a bid or hand that the new page asks for no more. */
export function isStray(part, next) {
  const isPast = part.dataset.part === "now" && stepIn(part) < stepIn(next);
  if (!isPast || "kept" in document.body.dataset || isTyped(part)) return false;
  const begun = [...part.querySelectorAll(FIELDS)].filter((field) => isAsked(field) && isBegun(field) && !field.closest(".derived"));
  const taps = begun.map((field) => (isChoice(field) ? Number(field.checked) : field.value.length));
  return taps.reduce((sum, each) => sum + each, part.querySelectorAll(".key.waits").length) < 2;
}

/** Whether a field is asked for: the cards of several players are shown one by one. */
function isAsked(field) {
  const hidden = field.closest("[hidden]");
  return !hidden || hidden.closest(".one-by-one");
}

/** Return which step of the game a part asks for, later ones with larger numbers. */
function stepIn(part) {
  const form = part?.querySelector("form.entry");
  return form ? 2 * form.elements.number.value + Number("bid" in form.dataset) : Infinity;
}

function isChoice(field) {
  return field.matches("[type=radio], [type=checkbox]");
}

/** Return whether a field differs from how it was drawn. */
export function isBegun(field) {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  const drawn = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(drawn, 0);
}

/** Return whether the phone's keyboard is up for a field in this part. */
function isTyped(part) {
  // The height is only asked for where it matters: the browser would lay out the page once more.
  if (!part.contains(document.activeElement) || !document.activeElement.matches(FIELDS)) return false;
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 };
  return height * scale < innerHeight * 0.85;
}
