// The chart of the totals: a tap on its link unfolds it below them, and another one folds it up.

const STYLE = 'link[href*="/drawings/drawings"]';
const shown = () => document.querySelector(".unfolded");

/** Unfold the chart of a link, or fold it up. */
export async function unfold(link) {
  const isShown = Boolean(shown());
  if (isShown) shown().remove();
  else await draw(link.href);
  link.setAttribute("aria-expanded", !isShown);
}

// It follows the totals, until the game is over and its course is drawn with the result.
document.addEventListener("part-replaced", ({ target }) => {
  const link = document.querySelector(".chart-link:not(.opens)");
  if (!shown() || !target.matches(".board")) return;
  link?.setAttribute("aria-expanded", true);
  if (link) draw(link.href).catch(() => {}); // the old one is still there
  else shown().remove();
});

async function draw(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!document.querySelector(STYLE)) await addStyle(page.querySelector(STYLE));
  const chart = page.querySelector(".unfolded");
  delete chart.dataset.part;
  if (shown()) shown().replaceWith(chart);
  else document.querySelector(".board").after(chart);
}

function addStyle(style) {
  return new Promise((resolve) => {
    for (const outcome of ["load", "error"]) style.addEventListener(outcome, resolve);
    document.head.append(style);
  });
}
