// Keeps the pages that were opened, with their files, and answers with them when the network is gone. Before this file the
// server writes APP: its version, its installation, its first page, and the page to show instead of one that is not kept. No
// answer waits for what the phone keeps if that is refused or takes long.

/** How the names of all caches at this path begin. */
const PATH = APP.home === "/" ? "" : APP.home;
/** The names of caches in version 1.0. */
const OF_1_0 = /^(pages|large files|files [0-9a-f]+)$/;
/** Other files whose address changes with their content, such as those of the engine. */
const LARGE_FILES = own("large files");
const PAGES = own("pages");
const FILES_OF = own("files ");

const MOST_LARGE_FILES = 20;
const MOST_PAGES = 100;
/** Milliseconds. */
const TO_ANSWER = 5000;
const TO_FIND = 1000;
const TO_KEEP = 14 * 24 * 3600 * 1000;

/** What is answered while the app or its database does not run. */
const UNREACHABLE = [502, 503, 504];
/** Files whose address changes with their content. */
const HASHED = /\/(static|engine)\/[0-9a-f]{10,64}\//;
/** The static files that a page names. */
const FILES = /(?:href|src)="([^"#]*\/static\/[0-9a-f]{10}\/[^"#]+)/g;
/** What an open sheet fetches to go on without a network. */
const ADVANCE = /\/plays\/\d+\/(blank|engine\.json)$|\/engine$/;
/** What other programs read, which is no page. */
const OF_PROGRAMS = /\/(api\/v\d+|feeds)\//;
const VERSION = /\/static\/([0-9a-f]{10})\//;

/** Whether the browser opens the next page itself: a proxy wants a name and a password, which it asks for only then. */
let isForBrowser = false;

/** Return the app's own name for a cache, as cacheName in storage.js does. */
function own(name) {
  return `${PATH}${APP.installation} ${name}`;
}

/** Return whether an answer is the app's, as isOurs in app.js does. */
function isOurs(answer) {
  return answer.headers.has("Scorekeeper-Version");
}

/** Return whether an answer that is not the app's may be a page to sign in at, or a redirect to one. */
function mayBeToSignIn(answer) {
  return !isOurs(answer) && answer.status < 404;
}

addEventListener("install", (event) => {
  // Every file is of one version, and pages ask for the version they were made for: it can be used at once.
  event.waitUntil(keepOffline().then(() => fetchPage(APP.home)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([takeOver().then(dropOldFiles), clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || OF_PROGRAMS.test(pathname)) return;
  if (mode === "navigate" && isForBrowser) isForBrowser = false;
  else if (mode === "navigate") event.respondWith(openPage(event));
  else if (HASHED.test(pathname)) event.respondWith(openFile(event.request));
  else if (ADVANCE.test(pathname)) event.respondWith(openPart(event.request));
});

/**
 * Pages say what they show after a change, that they need to be kept, that others may be wanted without a network, or that
 * the phone may not see them any more.
 */
addEventListener("message", (event) => {
  const { kind, address, html } = event.data;
  const actions = { opened: keepOpened, wanted: keepMissing, changed: (url) => renewPage(url, html), ended: deleteBelow };
  event.waitUntil(actions[kind](new URL(address, location).href).catch(() => {}));
});

/** Keep the page to show instead of one that is not kept. */
async function keepOffline() {
  const answer = await ask(APP.offline);
  const cache = await caches.open(FILES_OF + APP.version);
  await cache.put(APP.offline, answer.clone());
  await keepFilesOf(await answer.text());
}

/** Keep what a page has fetched before there was anyone to keep it. Files come from the browser's own cache. */
async function keepOpened(url) {
  // The first page was kept at the start.
  if (url === new URL(APP.home, location).href) return;
  await (HASHED.test(new URL(url).pathname) ? openFile(new Request(url)) : fetchPage(url));
}

/** Keep a page that nobody has opened on this phone yet. */
async function keepMissing(url) {
  if (!(await findCopy(url))) await fetchPage(url);
}

/** Move what version 1.0 kept into caches of this installation; it had the same names for all of a path. */
async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PATH));
  for (const name of names.map((each) => each.slice(PATH.length)).filter((each) => OF_1_0.test(each))) {
    const [from, to] = await Promise.all([caches.open(PATH + name), caches.open(own(name))]);
    for (const request of await from.keys()) {
      if (!(await to.match(request))) await to.put(request, await from.match(request));
    }
    await caches.delete(PATH + name);
  }
}

/** Delete the files of other versions, except of the one before and of those that pages on this phone were made for. */
async function dropOldFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILES_OF) && name !== FILES_OF + APP.version);
  const pages = await caches.open(PAGES);
  const used = new Set([names.at(-1)]);
  for (const request of await pages.keys()) {
    const html = await (await pages.match(request)).text();
    used.add(FILES_OF + html.match(VERSION)?.[1]);
  }
  await Promise.all(names.filter((name) => !used.has(name)).map((name) => caches.delete(name)));
}

async function openFile(request) {
  const kept = await unlessStuck(findFile(request));
  if (kept) return kept;
  const answer = await ask(request);
  const isHashed = answer.ok && answer.headers.get("Cache-Control")?.includes("immutable");
  if (isHashed) await unlessStuck(keepFile(request, answer.clone()));
  return answer;
}

async function findFile(request) {
  return caches.match(request, { ignoreVary: true });
}

/** Return what the phone finds; nothing if its storage fails, as on a full phone, or doesn't answer. */
function unlessStuck(found) {
  return Promise.race([found, late(TO_FIND)]).catch(() => undefined);
}

async function keepFile(request, answer) {
  const version = VERSION.exec(request.url)?.[1];
  const cache = await caches.open(version ? FILES_OF + version : LARGE_FILES);
  await cache.put(request, answer);
  const oldest = version ? [] : (await cache.keys()).slice(0, -MOST_LARGE_FILES);
  await Promise.all(oldest.map((each) => cache.delete(each)));
}

/** Return the page from the server, or the copy on the phone if the server can't be reached or takes long. */
async function openPage(event) {
  const { url } = event.request;
  const fresh = ask(event.request);
  event.waitUntil(fresh.then((answer) => note(url, answer.clone())).catch(() => {}));
  const copy = await unlessStuck(findCopy(url));
  try {
    const answer = await (copy ? Promise.race([fresh, late(TO_ANSWER)]) : fresh);
    if (isOurs(answer) || answer.status !== 401) return answer;
    isForBrowser = true;
    return Response.redirect(url);
  } catch {
    return copy ? withAge(copy) : ((await unlessStuck(findOffline())) ?? Response.error());
  }
}

async function openPart(request) {
  const fresh = ask(request).then(async (answer) => {
    await unlessStuck(note(request.url, answer.clone()));
    return answer;
  });
  const copy = await unlessStuck(findCopy(request.url));
  if (!copy) return fresh;
  return Promise.race([fresh, late(TO_ANSWER)]).catch(() => copy);
}

/** Return the page to show instead of one that is not kept. */
async function findOffline() {
  return (await caches.open(FILES_OF + APP.version)).match(APP.offline);
}

/** Return the answer of the app; fails if there is none. A page to sign in at is only for someone who opens a page. */
async function ask(request) {
  const answer = await fetch(request);
  const isShown = isOurs(answer) || (request.mode === "navigate" && mayBeToSignIn(answer));
  if (!isShown || UNREACHABLE.includes(answer.status)) throw new Error(answer.statusText);
  return answer;
}

function late(milliseconds) {
  return new Promise((_, reject) => setTimeout(reject, milliseconds, new Error("No answer yet")));
}

/** Fetch a page and keep it, with the files that it names. */
async function fetchPage(url) {
  const answer = await ask(url);
  await note(url, answer.clone());
  await keepFilesOf(await answer.text());
}

async function keepFilesOf(html) {
  const files = new Set([...html.matchAll(FILES)].map(([, file]) => file));
  await Promise.all([...files].map((file) => openFile(new Request(file))));
}

/** Keep or delete the copy of a page, as its newest answer says. */
async function note(url, answer) {
  if (!isOurs(answer)) return;
  if ([403, 404].includes(answer.status)) return deleteBelow(url);
  const access = answer.headers.get("Offline-Access");
  if (access !== null) await deleteUnseen(access.split(" "));
  if (answer.ok && answer.headers.has("Offline-Copy")) await keep(answer.url || url, await answer.text(), answer.headers);
}

async function keep(url, html, headers) {
  const pages = await caches.open(PAGES);
  const kept = new Headers(headers);
  kept.delete("Content-Encoding");
  kept.delete("Content-Length");
  kept.set("Offline-Kept", Date.now());
  await pages.put(url.split("#")[0], new Response(html, { headers: kept }));
}

/** Keep what a page shows after a change, if it may be kept. */
async function renewPage(url, html) {
  const copy = await (await caches.open(PAGES)).match(url, { ignoreVary: true });
  if (copy) await keep(url, html, copy.headers);
}

/** Return the copy of a page; if it was opened with other arguments, of that one. */
async function findCopy(url) {
  const pages = await caches.open(PAGES);
  const exact = await pages.match(url, { ignoreVary: true });
  return exact ?? pages.match(url, { ignoreVary: true, ignoreSearch: true });
}

/** Return a copy of a page that tells its scripts when it was kept. */
async function withAge(copy) {
  const html = await copy.text();
  return new Response(html.replace("<body", `<body data-kept-at="${copy.headers.get("Offline-Kept")}"`), {
    headers: copy.headers,
  });
}

/** Delete the copies of what this phone sees no longer, and of what it opened too long ago. */
async function deleteUnseen(access) {
  const pages = await caches.open(PAGES);
  const seen = new Set([...access, "everyone"]);
  const urls = await pages.keys();
  for (const [at, request] of urls.entries()) {
    const { headers } = await pages.match(request);
    const isSeen = headers.get("Offline-Copy").split(" ").some((each) => seen.has(each));
    const isOld = Date.now() - headers.get("Offline-Kept") > TO_KEEP;
    if (!isSeen || isOld || at < urls.length - MOST_PAGES) await pages.delete(request);
  }
}

/** Delete the copy of a page, and of those whose addresses begin with its own. */
async function deleteBelow(url) {
  const pages = await caches.open(PAGES);
  const [address] = url.split(/[?#]/);
  for (const request of await pages.keys()) {
    const own = request.url.split("?")[0];
    if (own === address || own.startsWith(`${address}/`)) await pages.delete(request);
  }
}
