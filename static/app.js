// What every page does: the Undo that goes after its minute, menus that close, what is wrong in view, totals
// that count up.

document.documentElement.classList.add("scripted");

for (const undo of document.querySelectorAll("form.undo")) {
  // Its place stays, so that nothing jumps under a finger.
  setTimeout(() => undo.classList.add("gone"), undo.dataset.seconds * 1000);
}

for (const menu of document.querySelectorAll("details.menu")) {
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") menu.open = false;
  });
}

// What is wrong is said beside its field, which may stand far down the page.
document.querySelector('[id^="wrong-"]:not(:empty)')?.scrollIntoView({ block: "center" });

// A form is sent once, however often its button is tapped.
document.addEventListener("submit", (event) => {
  const form = event.target;
  // What is answered with a file leaves the page where it is, to be asked again.
  if ("again" in form.dataset) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
// Coming back to a page by its history, its forms can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

countUp([...document.querySelectorAll(".total")]);

/** Let totals that changed since this page was last seen count up to their new figure. */
function countUp(totals) {
  if (!totals.length) return;
  const key = `totals ${location.pathname}`;
  const now = totals.map((total) => Number(total.dataset.total));
  const before = JSON.parse(sessionStorage.getItem(key) ?? "null");
  sessionStorage.setItem(key, JSON.stringify(now));
  if (before?.length !== now.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const began = performance.now();
  const step = (time) => {
    const done = Math.min(Math.max((time - began) / 600, 0), 1);
    totals.forEach((total, at) => {
      if (before[at] === now[at]) return;
      total.textContent = String(Math.round(before[at] + (now[at] - before[at]) * done)).replace("-", "−");
    });
    if (done < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
