// Dropping what is still to be sent, when someone has decided so.

import { all, change, remove } from "../../live/waiting.js";
import { numberOf, renumbered } from "./course.js";

/** Drop actions about the same thing. The hands after a hand that is dropped get its number and so on. */
export async function discard(actions) {
  for (const { uid, at } of actions) await remove(uid, at);
  const { address, state } = actions[0];
  const number = numberOf(actions[0]);
  const rest = await all(address);
  // After a conflict someone else's hand has the number, and what else waits for the same hand keeps it.
  if (!number || state === "conflict" || rest.some((action) => numberOf(action) === number)) return;
  for (const [{ uid }, part] of renumbered(rest, number)) await change(uid, part);
}
