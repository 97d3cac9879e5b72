// Loads the engine while the network is there, when the phone has nothing else to do.

import { load } from "./engine.js";

const SLOW = ["slow-2g", "2g", "3g"];
/** Gigabytes of memory with which a phone does not run Python beside the page. */
const TOO_FEW = 1;

/** Load the engine once nothing else is to be done; not over a slow connection, or one that is to be used sparingly. */
export function loadEarly() {
  const { saveData, effectiveType } = navigator.connection ?? {};
  if (saveData || SLOW.includes(effectiveType) || navigator.deviceMemory < TOO_FEW) return;
  const whenIdle = window.requestIdleCallback ?? ((then) => setTimeout(then));
  whenIdle(() => load());
}
