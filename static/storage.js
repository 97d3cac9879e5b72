// What the app keeps on the phone. Its names are the app's own: what is kept for an address is there for all apps at its paths,
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

// Texts, for this phone and for this tab. The browser may refuse to keep them, be full, have no such storage or give back
// something else than it was given; what it doesn't keep then lasts as long as the page.

export const phoneStorage = guarded(() => localStorage);
export const tabStorage = guarded(() => sessionStorage);

function guarded(find) {
  /** What the browser did not keep, by its name; null if that should be gone. */
  const unkept = new Map();

  /** Do something with the storage; return nothing if that fails. */
  function attempt(work) {
    try {
      return work(find());
    } catch {
      return undefined;
    }
  }

  /** Return the text that is kept under a name; null if there is none. */
  function get(name) {
    return unkept.has(name) ? unkept.get(name) : (attempt((storage) => storage.getItem(own(name))) ?? null);
  }

  /** Keep a text; return whether it outlasts the page. */
  function set(name, text) {
    const isKept = attempt((storage) => {
      storage.setItem(own(name), text);
      return storage.getItem(own(name)) === `${text}`;
    });
    if (isKept) unkept.delete(name);
    else unkept.set(name, `${text}`);
    return Boolean(isKept);
  }

  function remove(name) {
    unkept.delete(name);
    attempt((storage) => storage.removeItem(own(name)));
    if (get(name) !== null) unkept.set(name, null);
  }

  /** Return the names that begin with some letters. */
  function names(prefix) {
    const kept = (attempt(Object.keys) ?? []).filter((name) => name.startsWith(own(prefix)));
    const all = [...kept.map((name) => name.slice(own("").length)), ...unkept.keys()];
    return [...new Set(all)].filter((name) => name.startsWith(prefix) && get(name) !== null);
  }

  /** Return what was written under a name; null if there is nothing, or something that the app did not write. */
  function read(name) {
    try {
      return JSON.parse(get(name));
    } catch {
      return null;
    }
  }

  /** Keep something that can be written as JSON; return whether it outlasts the page. */
  function write(name, value) {
    return set(name, JSON.stringify(value));
  }

  return { get, set, remove, names, read, write };
}
