// A page that follows what other phones save, and says so while it can't. It is fetched when the page has loaded, and
// what it takes besides the connection a moment later.

import { saidBriefly } from "../app/age.js";
import { Connection } from "./connection.js";
import { Outbox } from "./outbox.js";

const AFTER_LOADING = 1000;

const { keptAt, live, version } = document.body.dataset;
const line = document.querySelector(".connection");
/** A page that was opened without a network shows when it was kept. */
let upToDate = keptAt ? new Date(Number(keptAt)) : new Date();
let end = "";
const outbox = new Outbox(tell, () => connection.check());
const again = document.createElement("button");
again.className = "quiet";
again.textContent = "Try again";
again.addEventListener("click", () => outbox.send());

/** The version that the page shows, and the newest one. */
export const versions = { shown: Number(version), newest: Number(version) };

export const connection = new Connection(live, {
  get version() {
    return versions.shown;
  },
  async onVersion(newest, wait) {
    versions.newest = newest;
    if (newest === versions.shown) return;
    const following = await prepare();
    following?.follow(Math.random() * wait);
  },
  onReachable(yes) {
    outbox.reachable = yes;
    if (yes) {
      upToDate = new Date();
      outbox.retry();
    }
    tell();
  },
  onEnded() {
    outbox.reachable = true;
    document.dispatchEvent(new Event("access-ended"));
    end = `This phone can no longer see this ${live.includes("/plays/") ? "game" : "night"}`;
    tell();
  },
});

if (keptAt) {
  outbox.reachable = false;
  tell();
}
setTimeout(prepare, AFTER_LOADING);

/** Return what shows another version; nothing without a network. */
function prepare() {
  import("./saving.js").catch(() => {});
  return import("./following.js").catch(() => null);
}

/** Say what is being saved or can't be, and whether the page is up to date. */
function tell() {
  const failed = outbox.reachable && outbox.waits;
  const words = failed ? "Not saved yet. " : outbox.isSlow ? "Saving…" : outbox.reachable ? end : offline();
  if (line.firstChild?.data === words || line.textContent === words) return;
  line.replaceChildren(words, ...(failed ? [again] : []));
}

function offline() {
  return `Offline: ${outbox.waits ? "waiting to save" : `showing ${saidBriefly(upToDate)}`}`;
}
