// What makes the website an app: its pages can be opened without a network and say how old they are, the screen stays on
// during a game, and saving is felt. It is fetched when the page has loaded.

import { phoneStorage } from "../storage.js";

/** Milliseconds. */
const AFTER_LOADING = 2000;
const BUZZ = 25;
const MOMENT = 500;
const TO_KEEP = /\/(blank|engine(\.json)?)$|\/static\//;
/** The id of the change that this phone has spoken last; nothing while it speaks none. */
const CALLED = "last change called";

// The screen stays on while a sheet or a board is open, where the page may ask for that. Browsers let only pages of https
// ask. On others a silent video does the same, once the player has switched it on.
//
// Which playing videos keep a screen on, as their sources have it:
// - Chromium: one that fills a fifth of the window, or can be heard. Nothing need be seen of it.
// - Firefox: one that has a sound track, muted or not.
// - WebKit: one that has a sound track, is not muted and does not loop. A page needs a tap to start that.
// In the first two it's muted, so that the phone's music plays on and nobody has to tap again on the next page.
//
// awake.mp4 and awake.webm are made with ffmpeg 9 by
//   I="-f lavfi -i color=gray:s=2x2:r=1:d=20 -f lavfi -i anullsrc=cl=mono:d=20"
//   O="-g 99 -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact"
//   ffmpeg $I -c:v libx264 -profile:v baseline -pix_fmt yuv420p -bsf:v filter_units=remove_types=6 -c:a aac -ar 8000 -b:a 8k $O -movflags +faststart awake.mp4
//   ffmpeg $I -c:v libvpx -c:a opus -strict -2 -b:a 6k $O awake.webm

const SETTING = "let the screen sleep";
/** Milliseconds without a tap or a change after which the phone may be lying about forgotten. */
const FORGOTTEN = 30 * 60 * 1000;
const SIGNS = ["pointerdown", "pointerup", "click", "keydown", "part-replaced", "visibilitychange"];
const VIDEOS = ["mp4", "webm"];

const isBoard = Boolean(document.querySelector(".room"));

/** What keeps the screen on, and what lets it sleep again. */
let lock = null;
let video = null;
let isPlaying = false;
let isRefused = false;
let forgetting;

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

/** Keep the screen on as the switch of the page says. */
function keepScreenOn() {
  for (const sign of SIGNS) document.addEventListener(sign, stayAwake);
  document.addEventListener("click", ({ target }) => target.closest?.(".screen-on") && toggleScreen());
  stayAwake();
}

function toggleScreen() {
  const isOn = navigator.wakeLock ? isWanted() : isPlaying;
  phoneStorage.set(SETTING, isOn ? "yes" : "");
  stayAwake();
}

function isWanted() {
  const setting = phoneStorage.get(SETTING);
  // Nobody has asked for a video who hasn't switched it on. With https, a board has no switch.
  return navigator.wakeLock ? isBoard || !setting : setting === "";
}

function stayAwake({ target } = {}) {
  // A tap on the switch is about to change it.
  if (target?.closest?.(".screen-on")) return;
  showScreenSwitch();
  // There is no switch once the game is over.
  keepScreen(Boolean(document.querySelector(".screen-on")) && isWanted());
  clearTimeout(forgetting);
  if (!isBoard) forgetting = setTimeout(keepScreen, FORGOTTEN, false);
}

function showScreenSwitch() {
  const button = document.querySelector(".screen-on");
  if (!button) return;
  button.hidden = isBoard && Boolean(navigator.wakeLock);
  button.setAttribute("aria-checked", navigator.wakeLock ? isWanted() : isPlaying);
  button.classList.toggle("refused", isRefused);
}

/** Keep the screen on while the page is visible, where the browser allows it, or let it sleep again. */
function keepScreen(wanted) {
  const kept = wanted && !document.hidden;
  if (navigator.wakeLock) hold(kept);
  else if (!kept) video?.pause();
  else if (!isPlaying) play();
}

async function hold(wanted) {
  if (!wanted) return lock?.release?.();
  if (lock) return;
  lock = {};
  // It may be refused while the battery is low. When the page is hidden the browser takes it away.
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", () => (lock = null));
}

/** Start the video; the browser may refuse that until the next tap, or altogether. */
function play() {
  video ??= silentVideo();
  video.play().catch(({ name }) => notePlaying(false, name !== "AbortError"));
}

function notePlaying(playing, refused = false) {
  isPlaying = playing;
  isRefused = refused;
  showScreenSwitch();
}

function silentVideo() {
  const made = document.createElement("video");
  const isHeard = navigator.vendor.startsWith("Apple");
  Object.assign(made, { playsInline: true, muted: !isHeard, loop: !isHeard, disableRemotePlayback: true });
  // As large as browsers ask of a video that keeps the screen on, and drawn in its smallest corner.
  Object.assign(made.style, { position: "fixed", inset: 0, zIndex: -1, width: "100%", height: "100%", opacity: 0.01, objectFit: "none", objectPosition: "0 0", pointerEvents: "none" });
  made.setAttribute("aria-hidden", true);
  for (const kind of VIDEOS) {
    const source = document.createElement("source");
    Object.assign(source, { src: new URL(`awake.${kind}`, import.meta.url), type: `video/${kind}` });
    made.append(source);
  }
  made.addEventListener("playing", () => notePlaying(true));
  for (const end of ["pause", "emptied"]) made.addEventListener(end, () => notePlaying(false));
  if (isHeard) {
    // The phone's music plays on beside it, from iOS 16.4 on.
    if (navigator.audioSession) navigator.audioSession.type = "ambient";
    // It's wound back long before its end, which would let the screen sleep.
    made.addEventListener("timeupdate", () => made.currentTime > made.duration / 2 && (made.currentTime = 0));
    made.addEventListener("ended", play);
  }
  document.body.append(made);
  return made;
}

/** Return when something was, briefly and in the phone’s language: “20:15”, “Friday, 20:15” or “3 May, 20:15”. */
export function saidBriefly(when, now = new Date()) {
  const time = when.toTimeString().slice(0, 5);
  if (when.toDateString() === now.toDateString()) return time;
  const isRecent = now - when < 6 * 24 * 3600 * 1000;
  const day = when.toLocaleDateString([], isRecent ? { weekday: "long" } : { day: "numeric", month: "long" });
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
