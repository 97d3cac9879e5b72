// A page that follows what other phones save, and says so while it can't. What that takes besides the connection is
// fetched when the page has loaded.

import { Connection } from "./connection.js";
import { Outbox } from "./outbox.js";

const AFTER_LOADING = 1000;

const { live, version } = document.body.dataset;
const line = document.querySelector(".connection");
let upToDate = new Date();
const outbox = new Outbox(sayOffline);

/** The HTML of each part as it was drawn: scripts change the page, and people fill in its forms. */
export const drawn = new WeakMap();
for (const part of document.querySelectorAll("[data-part]")) drawn.set(part, part.outerHTML);

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
    if (!yes) return sayOffline();
    upToDate = new Date();
    say("");
    outbox.send();
  },
  onEnded() {
    outbox.reachable = true;
    say(`This phone can no longer see this ${live.includes("/plays/") ? "game" : "night"}`);
  },
});

addEventListener("load", () => setTimeout(prepare, AFTER_LOADING));

/** Return what shows another version; nothing without a network. */
function prepare() {
  return import("./following.js").catch(() => null);
}

function sayOffline() {
  say(`Offline: ${outbox.waits ? "waiting to save" : `showing ${upToDate.toTimeString().slice(0, 5)}`}`);
}

function say(words) {
  if (line.textContent !== words) line.textContent = words;
}
