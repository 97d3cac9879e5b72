// The list of what is still to be sent or was refused. Nothing in it is dropped without a tap.

import { quietButton } from "./waiting_line.js";
import { discard } from "../plays/offline/discarding.js";
import { tryAgain } from "./sending.js";
import { all, isHere } from "./waiting.js";

const section = document.createElement("section");
section.className = "waiting";
section.setAttribute("aria-labelledby", "waiting");
section.innerHTML = '<h2 id="waiting" tabindex="-1"></h2><ul class="list"></ul>';
const [heading, list] = section.children;

document.addEventListener("actions-changed", () => section.isConnected && draw());

/** Show the list, or hide it if it is shown. */
export async function show(sender) {
  section.sender = sender;
  if (section.isConnected) return section.remove();
  document.querySelector("main").before(section);
  await draw();
  section.scrollIntoView({ block: "nearest" });
  heading.focus({ preventScroll: true });
}

async function draw() {
  const actions = await all();
  if (!actions.length) return section.remove();
  heading.textContent = actions.some(({ state }) => state !== "waiting") ? "Not saved yet" : "Waiting to be sent";
  list.replaceChildren(...actions.map(row));
}

function row(action) {
  const item = document.createElement("li");
  const time = new Date(action.at).toTimeString().slice(0, 5);
  item.append(text("b", action.words), text("small", time), text("p", action.entered));
  if (action.answer) item.append(text("p", action.answer, "problem"));
  item.append(text("p", "", "help"));
  const buttons = text("div", "", "buttons");
  // The page that it was entered on may be gone.
  if (action.state === "conflict" && !isHere(action)) buttons.append(link("Compare and decide", action.address));
  if (action.state === "refused") buttons.append(button("Try again", () => tryAgain(action, section.sender)));
  if (action.state !== "conflict" && !action.isOutdated) buttons.append(button("Change", () => change(action, item)));
  buttons.append(button("Discard", () => drop(action)));
  item.append(buttons);
  return item;
}

async function change(action, item) {
  const { fillIn } = await import("./changing.js");
  if (await fillIn(action)) section.remove();
  else item.querySelector(".help").textContent = "The page no longer asks for this. Enter it as it is now, and discard this.";
}

async function drop(action) {
  await discard([action]);
  section.sender.send();
}

function button(words, tapped) {
  const made = quietButton(words);
  made.addEventListener("click", tapped);
  return made;
}

function link(words, address) {
  return Object.assign(text("a", words, "button"), { href: address });
}

function text(kind, words, className = "") {
  return Object.assign(document.createElement(kind), { textContent: words, className });
}
