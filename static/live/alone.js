// Doing something in one tab at a time. Plain http has no locks, so that a tab takes a lease there, which ends soon after
// the tab does.

/** Milliseconds. */
const LASTS = 5000;
const POLL = 250;
const MOMENT = 20;
const LEASE = "outbox lease";

/** This tab keeps its lease when it goes to another page. */
const tab = ownName();

/** Do some work while no other tab does, and return what it returns. */
export async function alone(work) {
  if (navigator.locks) return navigator.locks.request("outbox", work);
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

async function take() {
  const { holder, until } = lease();
  if (holder && holder !== tab && until > Date.now() && until <= Date.now() + LASTS) return false;
  renew();
  // Of two tabs that take it at the same moment, the last one has it.
  if (holder !== tab) await pause(MOMENT);
  return lease().holder === tab;
}

function renew() {
  localStorage.setItem(LEASE, JSON.stringify({ holder: tab, until: Date.now() + LASTS }));
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
