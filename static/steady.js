// A tap does nothing to what has just appeared under it, such as the list that an answer brings under the second tap of
// two. What was there before takes taps as quickly as they come, and so does everything elsewhere.

/** Milliseconds. */
const JUST = 400;
const TO_WATCH = 5000;
/** Pixels by which two taps on one place may differ. */
const NEAR = 30;
const CONTROLS = "a, button, input, label, select, summary, textarea";

/** The last tap: its place, the control that it was on, the one that is there now, and since when. */
let last = null;
let isWatching = false;
let isIgnored = false;

addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
  const now = performance.now();
  const isNear = last && now < last.until && Math.hypot(x - last.x, y - last.y) < NEAR;
  const tapped = controlAt(x, y);
  if (isNear) look();
  // What was tapped before may be tapped again wherever it has moved.
  isIgnored = isNear && now - last.since < JUST && !isSame(last.tapped, tapped);
  // Nor is a third tap meant for it.
  if (isIgnored) return;
  last = { x, y, tapped, shown: tapped, since: -Infinity, until: now + TO_WATCH };
  if (!isWatching) watch();
}, true);

// People scroll to what they tap next.
for (const kind of ["pointercancel", "wheel"]) addEventListener(kind, () => (last = null), { capture: true, passive: true });

for (const kind of ["mousedown", "click"]) {
  addEventListener(kind, (event) => {
    // Keys, screen readers and scripts mean what they activate.
    if (!isIgnored || !event.isTrusted || !event.detail) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/** Look at each frame what is at the place of the last tap; nobody knows since when later things have been there. */
function watch() {
  if (last && performance.now() > last.until) last = null;
  isWatching = Boolean(last);
  if (!isWatching) return;
  look();
  requestAnimationFrame(watch);
}

function look() {
  const shown = controlAt(last.x, last.y);
  if (!isSame(shown, last.shown)) last.since = performance.now();
  last.shown = shown;
}

function controlAt(x, y) {
  const element = document.elementFromPoint(x, y)?.closest(CONTROLS);
  return { element, parent: element?.parentElement, text: element?.textContent };
}

/** Return whether a control is another one or the same, perhaps drawn again, as keys are for each figure. */
function isSame(one, other) {
  return one.element === other.element || Boolean(one.parent && one.parent === other.parent && one.text === other.text);
}
