// The board for the room: fills the screen when asked, and goes on with the next game.

import { isOurs } from "../app.js";

const MILLISECONDS_TO_REST = 4000;
const MILLISECONDS_TO_SHIFT = 3 * 60 * 1000;
/** Pixels to the right and down, within the margins of the page. */
const PLACES = [[0, 0], [6, 0], [6, 6], [0, 6], [-6, 6], [-6, 0], [-6, -6], [0, -6], [6, -6]];

const fullScreen = document.querySelector(".full-screen");
if (fullScreen) fullScreen.hidden = !document.fullscreenEnabled;
fullScreen?.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener("fullscreenchange", () => {
  if (!fullScreen) return;
  fullScreen.title = document.fullscreenElement ? "Leave full screen" : "Full screen";
  fullScreen.setAttribute("aria-label", fullScreen.title);
});

// Links and buttons fade out until someone moves, taps or types.
let resting = 0;
for (const sign of ["pointermove", "pointerdown", "keydown", "focusin"]) {
  document.addEventListener(sign, showControls);
}
showControls();

function showControls() {
  document.documentElement.classList.remove("resting");
  clearTimeout(resting);
  resting = setTimeout(() => document.documentElement.classList.add("resting"), MILLISECONDS_TO_REST);
}

// Nothing burns into the screen: all that is shown moves a little now and then, but never while someone is near.
let shifts = 0;
setInterval(() => {
  if (!document.documentElement.classList.contains("resting")) return;
  shifts += 1;
  const [right, down] = PLACES[shifts % PLACES.length];
  const transform = `translate(${right}px, ${down}px)`;
  document.querySelector(".room").animate({ transform: [transform, transform] }, { duration: 1, fill: "forwards" });
}, MILLISECONDS_TO_SHIFT);

// When the next game has started, its board takes the place of this one, on the same page: another page would
// leave the full screen.
document.addEventListener("part-replaced", ({ target }) => {
  const link = target.querySelector(".following");
  if (link) follow(link.href).catch(() => {}); // the link is still there to tap
});

async function follow(address) {
  const answer = await fetch(address);
  if (!answer.ok || !isOurs(answer)) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { update } = await import("../live/parts.js");
  history.replaceState(null, "", address);
  document.title = next.title;
  update(next);
}
