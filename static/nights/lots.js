// Show a draw as it is made: the mark goes around and stops at the first dealer, or the seats are filled one by one.

/** Milliseconds between two steps at first, and how much longer the last one takes. */
const QUICK = 60;
const SLOWER = 240;
/** At least so many steps before the dealer is reached. */
const STEPS = 12;

/** Show how the lots of a page were drawn, if it has any. */
export function showDraw(page = document) {
  const lots = page.querySelector(".lots");
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
    if (at < steps) return setTimeout(step, QUICK + SLOWER * (dealer < 0 ? 1 : (at / steps) ** 3), at + 1);
    lots.classList.remove("drawing");
    for (const place of places) place.classList.remove("lit");
  }
}

// What another phone has drawn.
document.addEventListener("part-replaced", ({ target }) => target.matches(".lots") && showDraw());
