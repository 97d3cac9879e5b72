// Whether the server can be reached, and which version of the page it has: told by a stream, or asked for where there
// is none. A page that is not visible does neither.

import { isOurs, mayBeToSignIn } from "./ours.js";

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

export class Connection {
  /** Whether the right to see the page has ended. */
  ended = false;
  /** Streams in a row that did not last although the server could be reached. */
  failed = 0;
  streamFrom = 0;
  /** Since when something in between asks to sign in. */
  signInSince = null;

  /** `page` has its `version`, and is told `onVersion`, `onReachable` and `onEnded`. */
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
    this.source = new EventSource(`${this.address}/live?version=${this.page.version}`);
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
    if (mayBeToSignIn(answer)) this.signInSince ??= performance.now();
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
