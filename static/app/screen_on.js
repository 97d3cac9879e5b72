// The screen stays on during a game, on every phone that has not switched this off.

const SETTING = "let the screen sleep";
/** Milliseconds without a tap or a change after which the phone may be lying about forgotten. */
const FORGOTTEN = 30 * 60 * 1000;
const SIGNS = ["pointerdown", "keydown", "part-replaced", "visibilitychange"];

let lock = null;
let waiting;

/** Show the switch of a sheet whose game is being played, and keep the screen on as it says. */
export function offerSwitch() {
  if (!navigator.wakeLock) return;
  for (const sign of SIGNS) document.addEventListener(sign, stayAwake);
  document.addEventListener("click", ({ target }) => target.closest?.(".screen-on") && toggle());
  stayAwake();
}

/** Keep the screen on while the page is visible, where the browser allows it, or let it sleep again. */
export async function keepScreenOn(wanted = true) {
  if (!wanted || document.hidden) return lock?.release?.();
  if (lock) return;
  lock = {};
  // It may be refused while the battery is low. When the page is hidden the browser takes it away.
  lock = await navigator.wakeLock?.request("screen").catch(() => null);
  lock?.addEventListener("release", () => (lock = null));
}

function toggle() {
  localStorage.setItem(SETTING, isOn() ? "yes" : "");
  stayAwake();
}

function isOn() {
  return !localStorage.getItem(SETTING);
}

function stayAwake() {
  // There is none once the game is over.
  const button = document.querySelector(".screen-on");
  if (button) button.hidden = false;
  button?.setAttribute("aria-checked", isOn());
  keepScreenOn(Boolean(button) && isOn());
  clearTimeout(waiting);
  waiting = setTimeout(keepScreenOn, FORGOTTEN, false);
}
