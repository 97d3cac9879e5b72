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

import { phoneStorage } from "../storage.js";

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

/** Keep the screen on as the switch of the page says. */
export function keepScreenOn() {
  for (const sign of SIGNS) document.addEventListener(sign, stayAwake);
  document.addEventListener("click", ({ target }) => target.closest?.(".screen-on") && toggle());
  stayAwake();
}

function toggle() {
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
  show();
  // There is no switch once the game is over.
  keep(Boolean(document.querySelector(".screen-on")) && isWanted());
  clearTimeout(forgetting);
  if (!isBoard) forgetting = setTimeout(keep, FORGOTTEN, false);
}

function show() {
  const button = document.querySelector(".screen-on");
  if (!button) return;
  button.hidden = isBoard && Boolean(navigator.wakeLock);
  button.setAttribute("aria-checked", navigator.wakeLock ? isWanted() : isPlaying);
  button.classList.toggle("refused", isRefused);
}

/** Keep the screen on while the page is visible, where the browser allows it, or let it sleep again. */
function keep(wanted) {
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
  video.play().catch(({ name }) => note(false, name !== "AbortError"));
}

function note(playing, refused = false) {
  isPlaying = playing;
  isRefused = refused;
  show();
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
  made.addEventListener("playing", () => note(true));
  for (const end of ["pause", "emptied"]) made.addEventListener(end, () => note(false));
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
