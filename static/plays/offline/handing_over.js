// Handing the sheet over without the server: a phone shows all of it as a QR code, and one that opens the code's address
// takes over what it doesn't have, and sends it as if it had been entered there.

import { ask } from "../../engine/engine.js";
import { outbox } from "../../live/main.js";
import { add, all, change, laterThanAll, newUid, numberOf, stepOf, valueOf } from "../../live/waiting.js";
import { button } from "../../live/waiting_list.js";
import { attach } from "../../share.js";
import { gameWith } from "./scoring.js";

const HASH = "#sheet=";
const MARK = "handed-over";
const SCAN = "Scan this with the other phone’s camera and go on there. It must have opened this game before, in the same browser.";
const PLAIN = "Scan this with the other phone’s camera and go on there. Without https it must be able to reach the server.";
const LONG = "This sheet is too long for a QR code. Send the link to the other phone.";
const ONCE = "Both phones send the hands once they can. Each counts once.";
const UNKNOWN = "That didn’t work. Reload this page and try again.";
const FROM = "From the other phone";
const MOMENT = "One moment…";
const { live } = document.body.dataset;

// It is there before the network is gone.
const style = Object.assign(document.createElement("link"), { rel: "stylesheet" });
style.href = new URL("../../clubs/shown_link.css", import.meta.url);
document.head.append(style);

const section = document.createElement("section");
section.className = "waiting handing-over";
section.setAttribute("aria-labelledby", "handing-over");

/** Show this phone's sheet as a QR code and as a link. */
export async function showCode() {
  say("Hand over", MOMENT);
  const actions = await all(live);
  const { game, saved, why } = await gameWith(actions);
  if (why) return say("Hand over", `The sheet can’t be handed over. ${why}`, button("Close", close));
  const known = Math.max(saved, ...actions.filter((action) => valueOf(action, MARK) === "saved").map(numberOf));
  // Each hand's key is this with its number.
  const key = newUid().slice(8);
  const { address, code } = await ask("hand over", game, new URL(live, location).href, known, key).catch(() => ({}));
  if (!address) return say("Hand over", UNKNOWN, button("Close", close));
  for (const { uid, at, ...action } of actions) {
    const number = numberOf(action);
    if (stepOf(action) !== "/hands" || number <= known) continue;
    const fields = [...action.fields, [MARK, key + `${number}`.padStart(8, "0")]];
    await change(uid, { fields, isHandedOver: true }, at);
  }
  say("Hand over", code ? (isSecureContext ? SCAN : PLAIN) : LONG, button("Done", close));
  const shown = document.createElement("div");
  shown.innerHTML = `<div class="qr-code" role="img" aria-label="QR code of this sheet">${code}</div>
<input class="link" readonly aria-label="Link to this sheet"><p class="help"></p>`;
  const [picture, link, help] = shown.children;
  picture.hidden = !code;
  link.value = address;
  help.textContent = ONCE;
  const copy = button("Copy link", () => {});
  const share = button("Share", () => {});
  [copy.className, share.className] = ["copy", "share"];
  section.lastElementChild.prepend(copy, share);
  section.lastElementChild.before(shown);
  attach(section);
  picture.scrollIntoView({ block: "nearest" });
}

/** Offer what the address of this page has and this phone doesn't. */
export async function takeOver() {
  say(FROM, MOMENT);
  const { offer, more, said, why } = await compare();
  if (!offer) return say(FROM, why ?? said, button("Close", leave));
  const yes = button("Take over", enter);
  yes.className = "primary";
  say(offer, more, yes, button("Not now", leave));
}

/** Keep what this phone doesn't have as if it had been entered here. */
async function enter() {
  const { actions = [], game, said, why } = await compare();
  for (const { step, number, fields, words, entered } of actions) {
    const uid = newUid();
    const token = document.querySelector("main [name=csrf_token]")?.value ?? "";
    const drawnFrom = { number: String(number), seats: game.seats.join("-"), ahead: "yes" };
    await add({
      uid,
      address: live,
      page: location.pathname,
      action: live + step,
      fields: [[`hand-${number}`, ""], ...Object.entries(drawnFrom), ["csrf_token", token], ["uid", uid], ...fields],
      words,
      entered,
      at: laterThanAll(),
      known: Number(document.body.dataset.version),
      state: "waiting",
    });
  }
  leave();
  for (const flash of document.querySelectorAll(".flash")) flash.remove();
  const flash = Object.assign(document.createElement("p"), { className: "flash", textContent: why ?? said });
  flash.setAttribute("role", "status");
  document.querySelector("main").before(flash);
  outbox.sender.send();
}

/** Return what this phone doesn't have of the sheet in the address, or why it can't take it over. */
async function compare() {
  const { game, saved, why } = await gameWith(await all(live));
  if (why) return { why: `The sheet can’t be taken over. ${why}` };
  const found = await ask("take over", game, saved, location.hash.slice(HASH.length)).catch(() => ({ why: UNKNOWN }));
  return { game, ...found };
}

function leave() {
  history.replaceState(null, "", location.pathname + location.search);
  close();
}

function close() {
  section.remove();
}

/** Show the section with some words and buttons. */
function say(heading, words, ...buttons) {
  section.innerHTML = '<h2 id="handing-over" tabindex="-1"></h2><p role="status"></p><div class="buttons"></div>';
  const [title, text, below] = section.children;
  title.textContent = heading;
  text.textContent = words;
  below.append(...buttons);
  if (section.isConnected) return;
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  document.querySelector("main").before(section);
  section.scrollIntoView({ block: "nearest" });
  title.focus({ preventScroll: true });
}
