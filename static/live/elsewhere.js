// A page that follows no game or night sends what waits as well, and says what is left.

import { Sender } from "./sending.js";
import { all } from "./waiting.js";
import { waitingButton } from "./waiting_line.js";

const line = Object.assign(document.createElement("p"), { className: "connection" });
line.setAttribute("aria-live", "polite");
document.querySelector("header").after(line);

const sender = new Sender();
for (const kind of ["action-waiting", "action-refused", "actions-changed"]) document.addEventListener(kind, say);
sender.send().then(say);

async function say() {
  const actions = await all();
  line.replaceChildren(...(actions.length ? [waitingButton(actions, sender)] : []));
}
