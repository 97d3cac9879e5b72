// What a bid would bring, once it is tapped who bids: on each key the total if it is made, and below the keys who scores.

/** Follow who bids in a form, and write what that means on its keys. */
export function followBidder(form) {
  const keys = form.querySelector("[data-if-made]");
  if (!keys) return;
  const totals = JSON.parse(keys.dataset.ifMade);
  const outcomes = [...form.querySelectorAll("[data-scorers]")].map((each) => [
    each.querySelector("b"),
    { "": each.querySelector("b").textContent, ...JSON.parse(each.dataset.scorers) },
  ]);
  const show = () => {
    const bidder = form.querySelector("[data-leads] :checked");
    const label = bidder?.parentElement;
    const name = (label?.querySelector(".whole") ?? label?.querySelector("span > span"))?.textContent;
    const seat = bidder?.value ?? "";
    keys.querySelector(".whose").textContent = name && totals[seat] ? `${name}’s total if exact` : "";
    for (const words of keys.querySelectorAll(".if-made")) write(words, totals[seat]);
    for (const [words, scorers] of outcomes) words.textContent = scorers[seat] ?? scorers[""];
  };
  form.addEventListener("change", show);
  show();
}

function write(words, totals) {
  const key = words.closest("button, .chip");
  const [total, wins] = totals?.[key.value ?? key.querySelector("input").value] ?? ["\u00a0", false];
  words.textContent = wins ? "wins" : String(total).replace("-", "−");
  key.classList.toggle("wins", wins);
  key.toggleAttribute("aria-description", false);
  if (wins || totals) key.setAttribute("aria-description", wins ? "wins if exact" : `${total} if exact`);
}
