// How old is what a page shows without a network.

/** Return when something was, as briefly as that can be said: “20:15”, “Friday, 20:15” or “3 May, 20:15”. */
export function saidBriefly(when, now = new Date()) {
  const time = when.toTimeString().slice(0, 5);
  if (when.toDateString() === now.toDateString()) return time;
  const isRecent = now - when < 6 * 24 * 3600 * 1000;
  const day = when.toLocaleDateString("en-GB", isRecent ? { weekday: "long" } : { day: "numeric", month: "long" });
  return `${day}, ${time}`;
}

/** Return how old is what a page shows, in words. */
export function ageOf(when) {
  return `Offline: last updated ${saidBriefly(when)}`;
}

/** Say how old a page is; pages that follow other phones do so themselves. */
export function sayAge(when) {
  const line = statusLine();
  if (!line.hasChildNodes()) line.textContent = ageOf(when);
}

/** Return the line below the bar, which is made where the page has none. */
export function statusLine() {
  const found = document.querySelector(".connection");
  if (found) return found;
  const line = document.createElement("p");
  line.className = "connection";
  line.setAttribute("role", "status");
  document.querySelector("header").after(line);
  return line;
}
