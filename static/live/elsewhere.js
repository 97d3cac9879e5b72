// A page that follows no game or night sends what waits as well, and says what is left.

import { ageOf, statusLine } from "../app/age.js";
import { Sender } from "./sending.js";
import { all } from "./waiting.js";
import { showList, waitingButton } from "./waiting_line.js";

const { keptAt } = document.body.dataset;
const line = statusLine();
const sender = new Sender();
for (const kind of ["action-waiting", "action-refused", "actions-changed"]) document.addEventListener(kind, say);
sender.send().then(say).then(explain);

/** Say why what was entered on this page waits, if this phone may not see the page any more. */
async function explain() {
  const isShutOut = ({ state, answer, address }) => state === "waiting" && answer && location.pathname.startsWith(address);
  if ((await all()).some(isShutOut)) showList(sender);
}

async function say() {
  const actions = await all();
  if (actions.length) line.replaceChildren(keptAt ? "Offline: " : "", waitingButton(actions, sender));
  else line.textContent = keptAt ? ageOf(new Date(Number(keptAt))) : "";
}
