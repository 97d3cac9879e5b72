// What makes the website an app: its pages can be opened without a network, the screen stays on, and saving is felt.
// It is fetched when the page has loaded.

/** Milliseconds. */
const AFTER_LOADING = 2000;
const BUZZ = 25;
const MOMENT = 500;
const IN_ADVANCE = /\/(blank|engine(\.json)?)$/;

const { keptAt, live } = document.body.dataset;

if (isSecureContext && navigator.serviceWorker) {
  if (window.requestIdleCallback) requestIdleCallback(install, { timeout: AFTER_LOADING });
  else setTimeout(install, AFTER_LOADING);
}
if (keptAt && !live) import("./age.js").then(({ sayAge }) => sayAge(new Date(Number(keptAt))), doWithout);
if (document.querySelector(".sheet")) import("./screen_on.js").then(({ offerSwitch }) => offerSwitch(), doWithout);

document.addEventListener("form-answered", () => {
  // A form that was refused is shown again.
  if (!document.body.dataset.page) navigator.vibrate?.(BUZZ);
});

/** Go on without a file that can't be fetched while there is no network. */
function doWithout() {}

/** Return the addresses of what the page has fetched to go on without a network. */
function fetchedInAdvance() {
  const all = performance.getEntriesByType("resource").map(({ name }) => name);
  return all.filter((name) => IN_ADVANCE.test(name));
}

/** Start the service worker, which keeps pages on the phone. */
async function install() {
  const [opening] = performance.getEntriesByType("navigation");
  // This file is at static/<version>/app/ below the address of the app.
  await navigator.serviceWorker.register(new URL("../../../service-worker.js", import.meta.url));
  const { active } = await navigator.serviceWorker.ready;
  const tell = (kind, more = {}) => active.postMessage({ kind, address: location.href, ...more });
  // Browsers may delete what a website keeps, but not what an installed app does. Others might ask about it.
  if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
  // This page was opened before there was anyone to keep it, and what it fetched in advance.
  if (!opening?.workerStart) for (const address of [location.href, ...fetchedInAdvance()]) tell("opened", { address });
  if (!live) return;
  document.addEventListener("access-ended", () => tell("ended", { address: live }));
  let waiting;
  for (const kind of ["part-replaced", "form-answered"]) {
    document.addEventListener(kind, ({ target }) => {
      // What is shown without a network is no newer for that.
      if (target.closest?.(".ahead")) return;
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        // What was refused is shown on this page alone.
        if (document.body.dataset.page) return;
        const drawn = await import("./drawn_page.js").catch(doWithout);
        if (drawn) tell("changed", { html: drawn.pageAsDrawn() });
      }, MOMENT);
    });
  }
}
