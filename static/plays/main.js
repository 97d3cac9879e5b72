// The page where a hand is entered or corrected.

import "../app.js"; // which stops here where the browser is too old
import { tabStorage } from "../storage.js";
import { forgive, keepEarlyAnswer } from "./choices.js";

/** Milliseconds after which the keypad is fetched, if nothing on the page needs it yet. */
const AFTER_LOADING = 400;
/** Milliseconds after which it is fetched what going on without a network takes. */
const BEFORE_OFFLINE = 1500;
/** Milliseconds after which the style of the course is fetched, unless the game may end before. */
const BEFORE_END = 6000;

/** Tells the list of hands, which is beside the totals on a wide screen, when they have scrolled away. */
const totals = new IntersectionObserver((entries) => {
  document.querySelector(".log")?.classList.toggle("far", !entries.at(-1).isIntersecting);
});
let forms = [];
/** What they take, once it is fetched. */
let HandForm, followBid;
/** Resolves once the keypads on the page can be used. */
let ready = Promise.resolve();

document.addEventListener("input", ({ target }) => forgive(target));
document.addEventListener("submit", addDrawings);
for (const kind of ["scroll", "resize"]) {
  addEventListener(kind, () => forms.forEach(({ stage }) => stage.reach()), { passive: true });
}
addEventListener("resize", () => {
  for (const { lowerEdge, stage } of forms) {
    stage.keepInSight();
    lowerEdge?.hide();
  }
});

attach(document);
addEventListener("load", () => {
  setTimeout(fetchKeypad, AFTER_LOADING);
  setTimeout(prepareOffline, BEFORE_OFFLINE);
  setTimeout(addDrawings, BEFORE_END);
});
// The page follows what other phones save: static/live/ replaces a part of it, or keeps the form that is being filled in.
document.addEventListener("part-replaced", ({ target }) => {
  attach(target);
  HandForm?.fillAnswers(forms);
});
document.addEventListener("part-kept", ({ target }) => {
  for (const each of forms) if (target.contains(each.form)) each.askAgain();
});

document.addEventListener("change", ({ target }) => {
  if (target.name === "shown") tabStorage.set("shown", target.checked ? target.value : "");
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".chart-link:not(.opens)");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  import("./chart.js").then(({ unfold }) => unfold(link)).catch(() => location.assign(link.href));
});

// After saving, the focus goes to what is entered next, unless someone has tapped something by then.
document.addEventListener("form-answered", async () => {
  await ready;
  if (document.activeElement === document.body) focusNext();
});

function attach(part) {
  const board = document.querySelector(".board");
  totals.disconnect();
  if (board) totals.observe(board);
  // On the next page too, the hands go on showing what was chosen.
  const shown = [...part.querySelectorAll("[name=shown]")].find(({ value }) => value === tabStorage.get("shown"));
  if (shown) shown.checked = true;
  for (const form of part.querySelectorAll("form.entry")) {
    const key = form.querySelector("[name$='-now']");
    if (key) keepEarlyAnswer(form, key);
    followBid?.(form);
  }
  if (HandForm) useKeypads(part);
  else if (part.querySelector(".keypad")) ready = fetchKeypad().then(() => HandForm && useKeypads(part));
  for (const fold of part.querySelectorAll("details.take, details.apart")) {
    fold.addEventListener("toggle", async () => {
      if (!fold.open) return;
      await ready;
      const hand = forms.find(({ form }) => fold.contains(form));
      if (hand && fold.matches(".take")) {
        HandForm.fillAnswers(forms);
        hand.bring();
        hand.hideCut();
      }
      if (fold.matches(".apart")) fold.scrollIntoView({ block: "start" });
    });
  }
}

/** Fetch what the keypad takes. Without a network figures are typed; the keypad comes with the next panel. */
async function fetchKeypad() {
  const modules = [import("./hand_form.js"), import("./figures.js")];
  const [form, figures] = await Promise.all(modules).catch(() => []);
  if (HandForm || !form) return;
  ({ HandForm } = form);
  ({ followBid } = figures);
  document.querySelectorAll("form.entry").forEach(followBid);
}

function useKeypads(part) {
  forms = forms.filter(({ form }) => form.isConnected);
  for (const keypad of part.querySelectorAll(".keypad")) {
    const form = keypad.closest("form");
    if (forms.some((each) => each.form === form)) continue;
    forms.push(new HandForm(form));
    form.dataset.ready = "";
    form.dispatchEvent(new Event("form-ready", { bubbles: true }));
  }
  HandForm.fillAnswers(forms);
}

/** Add the style of the course, which is shown once the game is over. */
function addDrawings() {
  if (document.querySelector('link[href*="/drawings/drawings"]')) return;
  const href = new URL("../drawings/drawings.css", import.meta.url);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

/** Fetch what it takes to go on without a network, where hands are entered. */
function prepareOffline() {
  if (document.querySelector("[data-part=now]")) import("./offline/main.js").catch(() => {});
}

/** Focus what was refused, or what is entered next; once nothing is, what the page says. */
function focusNext() {
  const panel = document.querySelector("main .now .panel, main [data-part=correct]");
  if (!panel) return;
  const refused = panel.querySelector("[aria-invalid=true]");
  const fold = panel.querySelector("details.take:not([open]) > summary");
  const hand = forms.find(({ form }) => panel.contains(form) && !form.closest("details:not([open])"));
  const chips = [...panel.querySelectorAll("fieldset.chips")].find((each) => !each.querySelector(":checked"));
  const choice = chips?.querySelector("input, button");
  const first = refused ?? document.querySelector(".question > form .key, .question summary") ?? fold;
  if (first) first.focus({ preventScroll: true });
  else if (hand) hand.focusFirst();
  else if (choice) choice.focus({ preventScroll: true });
  else focusHeading(panel.querySelector("h2"));
}

function focusHeading(heading) {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
