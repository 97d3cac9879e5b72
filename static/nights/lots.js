// Show a draw as it is made: the mark goes around and stops at the first dealer, or the seats are filled one by one.

/** Milliseconds between two steps at first, and how much longer the last one takes. */
const QUICK = 60;
const SLOWER = 240;
/** At least so many steps before the dealer is reached. */
const STEPS = 12;
/** The most milliseconds in which all seats are filled, at however many tables. */
const LONGEST = 3000;

/** Show how lots were drawn, by default the first of the page, if it has any. */
export function showDraw(lots = document.querySelector(".lots")) {
  if (!lots || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const places = [...lots.querySelectorAll("li")];
  const dealer = places.findIndex((place) => place.matches(".drawn"));
  const steps = dealer < 0 ? places.length : dealer + places.length * Math.ceil(STEPS / places.length);
  lots.classList.add("drawing");
  step(0);

  function step(at) {
    places.forEach((place, number) => {
      if (dealer < 0) place.classList.toggle("hidden", number >= at);
      else place.classList.toggle("lit", number === at % places.length);
    });
    const pause = QUICK + SLOWER * (dealer < 0 ? 1 : (at / steps) ** 3);
    if (at < steps) return setTimeout(step, Math.min(pause, dealer < 0 ? LONGEST / steps : pause), at + 1);
    lots.classList.remove("drawing");
    for (const place of places) place.classList.remove("lit");
  }
}

/** The rounds that this page has shown: one in which a game has begun is not drawn again. */
const rounds = new Set([...document.querySelectorAll(".round")].map(({ dataset }) => dataset.round));

// What another phone has drawn.
document.addEventListener("part-replaced", ({ target }) => {
  if (!target.matches(".lots") || rounds.has(target.dataset.round)) return;
  if (target.dataset.round) rounds.add(target.dataset.round);
  showDraw(target);
});

// What this phone has drawn on the form of a new game.
const here = location.hash === "#round" && document.querySelector("#round");
if (here && performance.getEntriesByType("navigation")[0]?.type === "navigate") showDraw(here);
