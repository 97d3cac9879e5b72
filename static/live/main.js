// A page that follows what other phones save, and says so while it can't. What that takes besides the connection is
// fetched with the first change.

import { Connection } from "./connection.js";

const { live, version } = document.body.dataset;
const line = document.querySelector(".connection");
let upToDate = new Date();

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
    const { follow } = await import("./following.js");
    follow(Math.random() * wait);
  },
  onReachable(yes) {
    if (yes) upToDate = new Date();
    say(yes ? "" : `Offline: showing ${upToDate.toTimeString().slice(0, 5)}`);
  },
  onEnded() {
    say("This phone can no longer see this game");
  },
});

function say(words) {
  if (line.textContent !== words) line.textContent = words;
}
