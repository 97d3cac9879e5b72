// What to open instead of a page that this phone doesn't have: the pages that it kept, the newest first.

import { cacheName } from "../storage.js";
import { saidBriefly } from "./main.js";

const MOST = 20;

list();
if (location.hash.startsWith("#sheet=")) {
  document.querySelector(".lead").textContent =
    "This phone can’t go on with the sheet: it hasn’t opened this game in this browser yet. Open the game once the server can be reached, then scan the code again.";
}

async function list() {
  if (!window.caches) return;
  const cache = await caches.open(cacheName("pages"));
  const copies = await Promise.all((await cache.keys()).map(async ({ url }) => [url, await cache.match(url)]));
  // In a game as data there may be markup that someone has typed, which the browser would report.
  const pages = copies.filter(([, copy]) => copy.headers.get("Content-Type").startsWith("text/html"));
  const all = await Promise.all(pages.map(([url, copy]) => describe(url, copy)));
  // Parts of a page have no title.
  const kept = all.filter(({ title }) => title);
  if (!kept.length) return;
  kept.sort((one, other) => other.when - one.when);
  const items = kept.slice(0, MOST).map(({ url, title, place, when }) => {
    const [item, link, name, age] = ["li", "a", "b", "small"].map((kind) => document.createElement(kind));
    link.href = url;
    name.textContent = title;
    age.textContent = place + saidBriefly(when);
    link.append(name, " ", age);
    item.append(link);
    return item;
  });
  const section = document.querySelector("section[hidden]");
  section.querySelector("ul").append(...items);
  section.hidden = false;
}

/** Return what a page is about, where it belongs, and when it was kept. */
async function describe(url, copy) {
  const page = new DOMParser().parseFromString(await copy.text(), "text/html");
  // Before its name, the title of a sheet says what was saved last.
  const title = page.title.split(" · ").at(-2);
  const parent = page.querySelector(".back")?.title ?? "";
  const when = new Date(Number(copy.headers.get("Offline-Kept")));
  return { url, title, place: parent && `${parent}, `, when };
}
