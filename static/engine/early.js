// Loads the engine while the network is there, when the phone has nothing else to do.

import { isOnPhone, load } from "./engine.js";

const SLOW = ["slow-2g", "2g", "3g"];
/** Gigabytes of memory with which a phone does not run Python beside the page. */
const TOO_FEW = 1;

/**
 * Load the engine once nothing else is to be done; return whether it can be used. Over a slow connection, or one that is
 * to be used sparingly, only what is on the phone is loaded.
 */
export async function loadEarly() {
  const { saveData, effectiveType } = navigator.connection ?? {};
  if (navigator.deviceMemory <= TOO_FEW) return false;
  if ((saveData || SLOW.includes(effectiveType)) && !(await isOnPhone())) return false;
  await new Promise(window.requestIdleCallback ?? ((then) => setTimeout(then)));
  return load();
}
