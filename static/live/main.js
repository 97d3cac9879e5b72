// A page that follows what other phones save, and says so while it can't. It is fetched when the page has loaded, and
// what it takes besides the connection a moment later.

import { ageOf } from "../app/age.js";
import { Connection } from "./connection.js";
import { Outbox } from "./outbox.js";
import { all } from "./waiting.js";
import { lineButton, showList, waitingButton, warn } from "./waiting_line.js";

const AFTER_LOADING = 1000;
const SIGN_IN = "Something between this phone and Scorekeeper is answering: open the page again to sign in.";

const { keptAt, live, version } = document.body.dataset;
const line = document.querySelector(".connection");
/** A page that was opened without a network shows when it was kept. */
let upToDate = keptAt ? new Date(Number(keptAt)) : new Date();
let said = "";
export const outbox = new Outbox(tell, () => connection.check());
const again = lineButton("Try again");
again.addEventListener("click", () => outbox.sender.send());

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
    outbox.reach(yes);
    if (yes) upToDate = new Date();
    tell();
  },
  async onEnded() {
    outbox.reach(true);
    document.dispatchEvent(new Event("access-ended"));
    showEnd((await all(live)).length > 0);
  },
});

if (keptAt) {
  outbox.reach(false);
  tell();
}
setTimeout(prepare, AFTER_LOADING);
if (location.hash.startsWith("#change-")) changeEntry(location.hash.slice("#change-".length));

/** Return what shows another version; nothing without a network. */
function prepare() {
  for (const name of ["saving", "waiting_list", "changing"]) import(`./${name}.js`).catch(() => {});
  return import("./following.js").catch(() => null);
}

/** Fill in the form of an entry that was refused, as was asked for on another page. */
async function changeEntry(uid) {
  const { fillIn } = await import("./changing.js");
  const action = (await all()).find((each) => each.uid === uid);
  if (action && !(await fillIn(action))) showList(outbox.sender);
}

/** Return what the server says is wrong with it, before what waits because of that. */
function whyNotSent() {
  const { reason, isBusy } = outbox.sender;
  return reason && `${reason}${isBusy ? "." : ":"} `;
}

/** Show nothing more of what this phone may not see any more. What was entered on it waits until it may. */
function showEnd(isWaiting) {
  const title = `This phone can no longer see this ${live.includes("/plays/") ? "game" : "night"}`;
  const more = isWaiting ? " What you entered stays on this phone, and will be sent once this phone has joined again." : "";
  const section = document.createElement("section");
  section.className = "panel";
  section.innerHTML = '<h1 class="big" tabindex="-1"></h1><p class="lead"></p>';
  const [heading, lead] = section.children;
  heading.textContent = document.title = title;
  lead.textContent = `It was removed, or its link was renewed or has ended. To go on, open an invitation on this phone.${more}`;
  const home = { className: "back", href: new URL("../../../", import.meta.url), textContent: "‹ Home" };
  document.querySelector(".bar").replaceChildren(Object.assign(document.createElement("a"), home));
  document.querySelector("main").replaceChildren(section);
  for (const said of document.querySelectorAll(".flash, #changed")) said.textContent = "";
  heading.focus();
}

/** Say what is being saved or waits, and whether the page is up to date. */
function tell() {
  const { isReachable, isSlow, failed } = outbox;
  // A conflict on this page says it all.
  const waiting = outbox.waiting.filter(({ uid }) => !document.querySelector(`[data-conflict="${uid}"]`));
  warn("sign-in", connection.mustSignIn && SIGN_IN);
  const asked = waiting.length > 0;
  const why = isReachable ? whyNotSent() : "";
  const words = asked ? (isReachable ? why : connection.mustSignIn ? "" : "Offline: ") : isSlow ? "Saving…" : isReachable ? "" : ageOf(upToDate);
  const now = JSON.stringify([words, failed, waiting.map(({ uid, state }) => [uid, state])]);
  if (now === said) return;
  said = now;
  line.replaceChildren(words, ...(asked ? [waitingButton(waiting, outbox.sender, why)] : []), ...(asked && failed ? [" ", again] : []));
}

