// What is still to be sent, in a line that leads to it.

/** Return the button that says what waits, or what was refused, and shows it; briefly after the reason for it. */
export function waitingButton(actions, sender, why = "") {
  const refused = actions.filter(({ state }) => state !== "waiting");
  const concerned = refused.length ? refused : actions;
  const others = concerned.length > 1 ? ` and ${concerned.length - 1} more` : "";
  const what = `${concerned[0].words}${others}`;
  const waits = !why ? "waiting to be sent" : why.endsWith(". ") ? `${/s$|more$/.test(what) ? "are" : "is"} waiting` : "waiting";
  const button = lineButton(`${what} ${refused.length ? "not saved" : waits}`);
  button.classList.toggle("refused", refused.length > 0);
  button.addEventListener("click", () => showList(sender));
  return button;
}

/** Return a button for the line, whose words are cut off where there is no room for them. */
export function lineButton(words) {
  const button = quietButton("");
  button.append(Object.assign(document.createElement("span"), { textContent: words }));
  return button;
}

export function quietButton(words) {
  return Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: words });
}

/** Show a warning above the page, for as long as there is one. */
export function warn(id, words) {
  const shown = document.getElementById(id);
  if (!words) return shown?.remove();
  if (shown) return;
  const warning = Object.assign(document.createElement("p"), { id, className: "waiting problem" });
  warning.setAttribute("role", "alert");
  warning.textContent = words;
  document.querySelector("main").before(warning);
  warning.scrollIntoView({ block: "center" });
}

/** Show what waits; without a network this may not have been fetched, and nothing is lost by that. */
export async function showList(sender) {
  const list = await import("./waiting_list.js").catch(() => null);
  list?.show(sender);
}
