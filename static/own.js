// The names under which the app keeps things on the phone: what is kept for an address is there for all apps at its paths.

/** The path of the app; this file is at static/<version>/ below it. */
const { pathname } = new URL("../../", import.meta.url);

/** Return the app's own name for something. */
export function own(name) {
  return pathname === "/" ? name : pathname + name;
}
