// A page that follows what other phones save, and says so while it can't. It is fetched when the page has loaded, and
// what it takes besides the connection a moment later.

import { drawIcon, isOurs } from "../app.js";
import { ageOf } from "../app/main.js";
import { fillIn, keepDrafts } from "./draft.js";
import { Outbox } from "./outbox.js";
import { versions } from "./parts.js";
import { all } from "./waiting.js";
import { lineButton, show, waitingButton, warn } from "./waiting_list.js";

/** Milliseconds. The server sends a beat every 15 seconds. */
const SILENCE = 40_000;
const TO_OPEN = 4000;
const TO_ANSWER = 6000;
const UNREACHABLE = 1500;
const MOMENT = 200;
const WITHOUT_STREAM = 4000;
const NEXT_STREAM = 60_000;
/** For which a proxy may answer while the app is restarted. */
const PASSES = 10_000;
/** After which it is fetched what shows changes, unless there is one. */
const AFTER_LOADING = 6000;
const SIGN_IN = "Something between this phone and Scorekeeper is answering: open the page again to sign in.";

/**
 * A stream tells whether the server can be reached, and which version of the page it has; it is asked where there is none.
 * A page that is not visible does neither.
 */
class Connection {
  /** Whether the right to see the page has ended. */
  ended = false;
  /** Streams in a row that did not last although the server could be reached. */
  failed = 0;
  streamFrom = 0;
  /** Since when something in between asks to sign in. */
  signInSince = null;

  /** `page` is told `onVersion`, `onReachable` and `onEnded`. */
  constructor(address, page) {
    this.address = address;
    this.page = page;
    document.addEventListener("visibilitychange", () => this.restart());
    addEventListener("pageshow", ({ persisted }) => persisted && this.restart());
    addEventListener("pagehide", () => this.stop());
    addEventListener("online", () => this.check());
    addEventListener("offline", () => {
      page.onReachable(false);
      this.check();
    });
    this.restart();
  }

  /** Whether something in between has asked to sign in for so long that it will not pass. */
  get mustSignIn() {
    return this.signInSince !== null && performance.now() - this.signInSince > PASSES;
  }

  restart() {
    this.stop();
    if (!document.hidden && !this.ended) this.open();
  }

  stop() {
    this.source?.close();
    clearTimeout(this.timer);
    // Answers that are still to come are too late.
    this.asked = null;
  }

  end() {
    this.ended = true;
    this.stop();
    this.page.onEnded();
  }

  open() {
    this.source = new EventSource(`${this.address}/live?version=${versions.shown}`);
    this.source.onopen = () => this.heard();
    this.source.onerror = () => this.lose();
    this.source.addEventListener("version", ({ data }) => {
      const { version, wait } = JSON.parse(data);
      this.heard();
      this.page.onVersion(version, wait);
    });
    this.source.addEventListener("beat", () => {
      this.failed = 0;
      this.heard();
    });
    this.source.addEventListener("gone", () => this.end());
    this.after(TO_OPEN, () => this.lose());
  }

  heard() {
    this.signInSince = null;
    this.page.onReachable(true);
    this.after(SILENCE, () => this.lose());
  }

  after(milliseconds, action) {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, milliseconds);
  }

  /** Give up the stream, and find out what is wrong. */
  lose() {
    this.failed += 1;
    this.stop();
    // A page that is being left loses its stream as well, and needs no answer.
    this.after(MOMENT, () => this.check());
  }

  /** Ask until the server answers, then open a stream again. */
  check() {
    if (document.hidden || this.ended) return;
    this.stop();
    const asked = (this.asked = {});
    const ask = () => {
      this.ask(asked);
      this.after(UNREACHABLE, () => {
        // It was not the stream's fault.
        this.failed = this.streamFrom = 0;
        this.page.onReachable(false);
        ask();
      });
    };
    ask();
  }

  /** Ask for the version. Several questions may be open at once: the first answer counts. */
  async ask(asked) {
    let ended, version;
    try {
      const signal = AbortSignal.timeout?.(TO_ANSWER);
      // A page to sign in at may be on another server, which scripts can't read.
      const answer = await fetch(`${this.address}/version`, { cache: "no-store", redirect: "manual", signal });
      if (!isOurs(answer)) return this.mistake(answer);
      ended = [403, 404].includes(answer.status);
      if (!ended) ({ version } = await answer.json());
    } catch {
      return;
    }
    if (asked !== this.asked) return;
    if (ended) this.end();
    else if (version !== undefined) this.reached(version);
  }

  /** Note what an answer tells that is not the app's. */
  mistake(answer) {
    // A page to sign in at, or a redirect to one.
    if (!isOurs(answer) && answer.status < 404) this.signInSince ??= performance.now();
    else this.signInSince = null;
  }

  reached(version) {
    this.stop();
    this.signInSince = null;
    this.page.onReachable(true);
    this.page.onVersion(version, 0);
    // Where streams don't last, as when there are too many, another one is tried now and then.
    if (this.failed > 1) this.streamFrom = performance.now() + NEXT_STREAM;
    if (performance.now() < this.streamFrom) this.after(WITHOUT_STREAM, () => this.check());
    else this.open();
  }
}

const { keptAt, live } = document.body.dataset;
const line = document.querySelector(".connection");
/** A page that was opened without a network shows when it was kept. */
let upToDate = keptAt ? new Date(Number(keptAt)) : new Date();
let said = "";
keepDrafts();
export const outbox = new Outbox(tell, () => connection.check());
const again = lineButton("Try again");
again.addEventListener("click", () => outbox.sender.send());

const connection = new Connection(live, {
  async onVersion(newest, wait) {
    versions.newest = newest;
    if (newest === versions.shown) return;
    const following = await prepare();
    following?.follow(connection, Math.random() * wait);
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
  return import("./following.js").catch(() => null);
}

/** Fill in the form of an entry that was refused, as was asked for on another page. */
async function changeEntry(uid) {
  const action = (await all()).find((each) => each.uid === uid);
  if (action && !(await fillIn(action))) show(outbox.sender);
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
  lead.textContent = `It was removed, its link was renewed or has ended, or the club was deleted. To go on, open an invitation on this phone.${more}`;
  const home = Object.assign(document.createElement("a"), { className: "back", href: new URL("../../../", import.meta.url) });
  home.append(drawIcon("back"), "Home");
  document.querySelector(".bar").replaceChildren(home);
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
