// Doing something in one tab at a time. Plain http has no locks, so that a tab takes a lease there, which ends soon after
// the tab does.

/** Milliseconds. A phone may stop a tab that nobody looks at in the middle of its work. */
const TO_WAIT = 30_000;
const LASTS = 5000;
const POLL = 250;
const MOMENT = 20;
const LEASE = "outbox lease";

/** Ends the work of a page that is left: old Safari keeps its lock as long as Back leads to it. */
let leave = () => {};
addEventListener("pagehide", () => leave());

/** This tab keeps its lease when it goes to another page. */
const tab = ownName();

/** Do some work while no other tab does, and return what it returns. */
export async function alone(work) {
  if (navigator.locks) return locked(work);
  if (!tab) return work();
  while (!(await take())) await pause(POLL);
  const renewing = setInterval(renew, LASTS / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    localStorage.removeItem(LEASE);
  }
}

/** Wait for other tabs, but for none forever: what two tabs send counts once. */
async function locked(work) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return Promise.race([work(), new Promise((done) => (leave = done))]);
  };
  try {
    return await navigator.locks.request("outbox", { signal: AbortSignal.timeout?.(TO_WAIT) }, begin);
  } catch (error) {
    if (isBegun) throw error;
    return navigator.locks.request("outbox", { steal: true }, work);
  }
}

async function take() {
  const { holder, until } = lease();
  if (holder && holder !== tab && until > Date.now() && until <= Date.now() + LASTS) return false;
  // A phone that is full keeps no lease: what is sent twice counts once, and what is never sent not at all.
  if (!renew()) return true;
  // Of two tabs that take it at the same moment, the last one has it.
  if (holder !== tab) await pause(MOMENT);
  return lease().holder === tab;
}

/** Take the lease for longer; return whether the phone keeps it. */
function renew() {
  try {
    localStorage.setItem(LEASE, JSON.stringify({ holder: tab, until: Date.now() + LASTS }));
    return true;
  } catch {
    return false;
  }
}

function lease() {
  return JSON.parse(localStorage.getItem(LEASE) ?? "{}");
}

/** Return the name of this tab; nothing where the phone keeps none. */
function ownName() {
  try {
    const name = sessionStorage.getItem("tab") ?? String(Math.random());
    sessionStorage.setItem("tab", name);
    localStorage.setItem("tab", name);
    return name;
  } catch {
    return null;
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
