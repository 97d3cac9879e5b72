// Speaks what is saved in a game, in the sentences that screen readers get: those since the last that this phone has spoken.

import { isOurs } from "../app.js";
import { phoneStorage } from "../storage.js";

let calling = Promise.resolve();
/** The newest change for which there is nothing more to say. */
let known = "";

// After a page was opened with the switch on, iPhones let it speak once it has spoken at a tap.
addEventListener("click", () => speak(""), { once: true });

/** Speak what is new on the page; the phone keeps under `key` which change it has spoken last. */
export function call(key) {
  calling = calling.then(() => catchUp(key)).catch(() => {}); // the next change brings it along
}

async function catchUp(key) {
  const newest = document.getElementById("news")?.dataset.change;
  const after = phoneStorage.get(key);
  if (!newest || !after || newest === known || newest === after) return;
  const [game] = /^.*\/plays\/\d+/.exec(location.pathname);
  const answer = await fetch(`${game}/said?after=${after}`);
  if (!answer.ok || !isOurs(answer)) return;
  for (const { id, sentence } of await answer.json()) {
    // Silence holds from the tap on.
    if (!phoneStorage.get(key)) return;
    phoneStorage.set(key, id);
    speak(sentence);
  }
  known = newest;
}

function speak(sentence) {
  speechSynthesis.speak(new SpeechSynthesisUtterance(sentence));
}
