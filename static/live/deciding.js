// Showing a conflict again, as after a reload of the page. The server compares: the same form gets the same answer
// until someone has decided.

import { isAccepted, post } from "./sending.js";
import { isHere } from "./waiting.js";

/** The conflicts that are being asked for, or that the server no longer has. */
const asked = new Set();
/** Those that nobody had decided about when this was called last. */
let open = [];

/** Show the conflicts among all actions that belong to this page and are not on it; remove those that are settled. */
export async function showConflicts(actions) {
  const waiting = new Set(actions.map(({ uid }) => uid));
  for (const uid of open) if (!waiting.has(uid)) find(document, uid)?.remove();
  open = actions.filter(({ state }) => state === "conflict").map(({ uid }) => uid);
  for (const action of actions) {
    const { uid, state } = action;
    if (state !== "conflict" || !isHere(action) || find(document, uid) || asked.has(uid)) continue;
    asked.add(uid);
    try {
      await compare(action);
    } catch {
      asked.delete(uid);
    }
  }
}

async function compare(action) {
  const answer = await post(action);
  // What stood against it has been undone, so that it is saved now.
  if (isAccepted(answer)) return location.reload();
  const section = find(new DOMParser().parseFromString(answer.html, "text/html"), action.uid);
  if (!section || find(document, action.uid)) return;
  const shown = document.importNode(section, true);
  const now = document.querySelector('main .ahead, main [data-part="now"]');
  if (now) now.before(shown);
  else document.querySelector("main").prepend(shown);
  asked.delete(action.uid);
}

function find(root, uid) {
  return root.querySelector(`[data-conflict="${uid}"]`);
}
