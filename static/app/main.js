// What makes the website an app: its pages can be opened without a network and say how old they are, the screen stays on
// during a game, and saving is felt. It is fetched when the page has loaded.

import { phoneStorage } from "../storage.js";
import { keepScreenOn } from "./awake.js";

/** Milliseconds. */
const AFTER_LOADING = 2000;
const BUZZ = 25;
const MOMENT = 500;
const TO_KEEP = /\/(blank|engine(\.json)?)$|\/static\//;
/** The id of the change that this phone has spoken last; nothing while it speaks none. */
const CALLED = "last change called";

const { keptAt, live } = document.body.dataset;

if (isSecureContext) {
  // Where the browser refuses it, the page goes on without.
  const begin = () => install().catch(() => {});
  if (window.requestIdleCallback) requestIdleCallback(begin, { timeout: AFTER_LOADING });
  else setTimeout(begin, AFTER_LOADING);
}
if (keptAt && !live) sayAge(new Date(Number(keptAt)));
if (document.querySelector(".sheet, .room")) keepScreenOn();
if (window.speechSynthesis && document.querySelector(".calls")) offerCaller();

document.addEventListener("form-answered", () => {
  // A form that was refused is shown again.
  if (!document.body.dataset.page) navigator.vibrate?.(BUZZ);
});

/** Return the addresses of the page, its files, and what it has fetched to go on without a network. */
function fetched() {
  const all = performance.getEntriesByType("resource").map(({ name }) => name);
  return [location.href, ...all.filter((name) => TO_KEEP.test(name))];
}

/** Return the addresses of what a keeper's phone goes on with if a game of the night is handed over to it. */
function runningGames() {
  const mayKeep = document.querySelector("[data-part=start]");
  const games = mayKeep ? [...document.querySelectorAll("[data-part=running] a")] : [];
  return games.flatMap(({ href }) => [href, `${href}/blank`, `${href}/engine.json`]);
}

/** Start the service worker, which keeps pages on the phone. */
async function install() {
  if (!navigator.serviceWorker) return;
  const [opening] = performance.getEntriesByType("navigation");
  // This file is at static/<version>/app/ below the address of the app.
  await navigator.serviceWorker.register(new URL("../../../service-worker.js", import.meta.url));
  const { active } = await navigator.serviceWorker.ready;
  const tell = (kind, more = {}) => active.postMessage({ kind, address: location.href, ...more });
  // Browsers may delete what a website keeps, but not what an installed app does. Others might ask about it.
  if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
  // This page was opened before there was anyone to keep it.
  if (!opening?.workerStart) for (const address of fetched()) tell("opened", { address });
  if (!live) return;
  const wanted = new Set();
  const keepRunning = () => {
    for (const address of runningGames().filter((each) => !wanted.has(each))) {
      wanted.add(address);
      tell("wanted", { address });
    }
  };
  keepRunning();
  document.addEventListener("part-replaced", keepRunning);
  document.addEventListener("access-ended", () => tell("ended", { address: live }));
  let waiting;
  for (const kind of ["part-replaced", "form-answered"]) {
    document.addEventListener(kind, ({ target }) => {
      // What is shown without a network is no newer for that.
      if (target.closest?.(".ahead")) return;
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        // What was refused is shown on this page alone.
        if (document.body.dataset.page) return;
        const parts = await import("../live/parts.js").catch(() => null);
        if (parts) tell("changed", { html: parts.pageAsDrawn() });
      }, MOMENT);
    });
  }
}

/** Show the switch that has each hand spoken, and speak them where it is on. */
function offerCaller() {
  document.addEventListener("click", ({ target }) => target.closest?.(".calls") && toggleCaller());
  document.addEventListener("part-replaced", showCaller);
  showCaller();
}

function toggleCaller() {
  phoneStorage.set(CALLED, isCalling() ? "" : document.getElementById("news").dataset.change);
  // iPhones let a page speak once it has spoken at a tap.
  if (isCalling()) speechSynthesis.speak(new SpeechSynthesisUtterance("I’ll call the hands."));
  else speechSynthesis.cancel();
  showCaller();
}

function showCaller() {
  for (const button of document.querySelectorAll(".calls")) {
    button.hidden = false;
    button.setAttribute("aria-checked", isCalling());
  }
  if (isCalling()) import("../plays/caller.js").then(({ call }) => call(CALLED)).catch(() => {}); // it is tried again
}

function isCalling() {
  return Boolean(phoneStorage.get(CALLED));
}

/** Return when something was, as briefly as that can be said: “20:15”, “Friday, 20:15” or “3 May, 20:15”. */
export function saidBriefly(when, now = new Date()) {
  const time = when.toTimeString().slice(0, 5);
  if (when.toDateString() === now.toDateString()) return time;
  const isRecent = now - when < 6 * 24 * 3600 * 1000;
  const day = when.toLocaleDateString("en-GB", isRecent ? { weekday: "long" } : { day: "numeric", month: "long" });
  return `${day}, ${time}`;
}

/** Return how old is what a page shows, in words. */
export function ageOf(when) {
  return `Offline: last updated ${saidBriefly(when)}`;
}

/** Say how old a page is; pages that follow other phones do so themselves. */
function sayAge(when) {
  const line = statusLine();
  if (!line.hasChildNodes()) line.textContent = ageOf(when);
}

/** Return the line below the bar, which is made where the page has none. */
export function statusLine() {
  const found = document.querySelector(".connection");
  if (found) return found;
  const line = document.createElement("p");
  line.className = "connection";
  line.setAttribute("role", "status");
  document.querySelector("header").after(line);
  return line;
}
