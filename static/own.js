// The names under which the app keeps things on the phone: what is kept for an address is there for all apps at its paths,
// and for all that were there one after another, such as the demo and the real one.

/** The path of the app; this file is at static/<version>/ below it. */
const { pathname } = new URL("../../", import.meta.url);
const path = pathname === "/" ? "" : pathname;

/** The name of this installation, which its key gives it; a worker has no page that says so. */
const { installation } = globalThis.document?.documentElement.dataset ?? {};

const prefix = isFirst() ? path : `${path}${installation} `;

/** Return the app's own name for something. */
export function own(name) {
  return prefix + name;
}

/** Return the name of one of the caches of the service worker, which gives them the same names. */
export function cacheName(name) {
  return `${path}${installation} ${name}`;
}

/**
 * Return whether this is the first installation at this path. It goes on with what version 1.0 kept, whose names were the
 * same for all of them.
 */
function isFirst() {
  const name = `${path}first installation`;
  try {
    if (installation && !localStorage.getItem(name)) localStorage.setItem(name, installation);
    return !installation || [null, installation].includes(localStorage.getItem(name));
  } catch {
    return true;
  }
}
