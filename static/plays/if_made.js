// What a bid would bring: on each key the total if it is made, once it is tapped who bids, and below the keys who scores; for
// the bid that is chosen, or under the finger, a line that says what it brings and costs.

/** Follow who bids in a form, and how much. */
export function followBid(form) {
  followBidder(form);
  followWorth(form);
}

/** Write what a bid is worth as soon as it is known which one is meant. */
function followWorth(form) {
  const place = form.querySelector("[data-lines]");
  if (!place) return;
  const { by, lines } = JSON.parse(place.dataset.lines);
  const line = place.querySelector(".worth");
  let touched = null;
  const valueOf = (name) => {
    const saves = `${name}-now`;
    const key = touched?.name === saves ? touched : form.querySelector(`[name="${saves}"][aria-pressed=true]`);
    return key?.value ?? form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
  };
  const show = () => {
    const chosen = by.map(valueOf).join("|");
    line.textContent = lines[chosen] ?? "";
    place.classList.toggle("chosen", chosen in lines);
  };
  const touch = ({ target }, ends) => {
    const key = target.closest?.("[name$='-now']");
    if (!key) return;
    touched = ends ? null : key;
    show();
  };
  for (const type of ["pointerover", "pointerdown", "focusin"]) form.addEventListener(type, (event) => touch(event, false));
  form.addEventListener("focusout", (event) => touch(event, true));
  // A finger that slides off the key has read the line, and may go on reading it.
  form.addEventListener("pointerout", (event) => event.pointerType === "mouse" && touch(event, true));
  for (const type of ["change", "filled-in"]) form.addEventListener(type, show);
  show();
}

function followBidder(form) {
  const keys = form.querySelector("[data-if-made]");
  if (!keys) return;
  const { totals, ...words } = JSON.parse(keys.dataset.ifMade);
  const { names } = JSON.parse(form.querySelector("[data-lines]").dataset.lines);
  const outcomes = [...form.querySelectorAll("[data-scorers] b")].map((place) => [place, place.textContent]);
  const show = () => {
    const bidder = form.querySelector("[data-leads] :checked");
    const label = bidder?.parentElement;
    const name = (label?.querySelector(".whole") ?? label?.querySelector("span > span"))?.textContent;
    const seat = bidder?.value ?? "";
    keys.querySelector(".whose").textContent = name && totals[seat] ? fill(words.whose, { name }) : "";
    for (const place of keys.querySelectorAll(".if-made")) write(place, totals[seat], words);
    for (const [place, anyone] of outcomes)
      place.textContent = names[seat] ? fill(place.parentElement.dataset.scorers, names[seat]) : anyone;
  };
  form.addEventListener("change", show);
  show();
}

function write(place, totals, words) {
  const key = place.closest("button, .chip");
  const [number, wins] = totals?.[key.value ?? key.querySelector("input").value] ?? ["\u00a0", false];
  const total = String(number).replace("-", "−");
  place.textContent = wins ? words.key : total;
  key.classList.toggle("wins", wins);
  key.toggleAttribute("aria-description", false);
  if (totals) key.setAttribute("aria-description", wins ? words.wins : fill(words.total, { total }));
}

/** Return a message with its blanks filled in. */
const fill = (message, values) => message.replace(/\{(\w+)\}/g, (_, blank) => values[blank]);
