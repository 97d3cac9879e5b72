// Take seats by tapping the players in order, instead of choosing a number for each.

import { showDraw } from "../nights/lots.js";

arrange(document);
// Not when the page is shown again.
if (performance.getEntriesByType("navigation")[0]?.type === "navigate" && location.search.includes("since=")) showDraw();
// A form that was refused is another one.
document.addEventListener("part-replaced", ({ target }) => arrange(target));

/** Lay out the seats of the form in a part of the page, if it is there. */
function arrange(part) {
  const form = part.querySelector("form.start");
  if (!form) return;
  const fieldset = form.querySelector("fieldset.seats");
  const mostPlayers = Number(form.dataset.most);
  const keys = document.createElement("div");
  const seating = document.createElement("p");
  seating.className = "help";
  seating.setAttribute("role", "status");

  const players = [...fieldset.querySelectorAll(".seat")].map((label) => {
    const select = label.querySelector("select");
    const key = document.createElement("button");
    key.type = "button";
    const number = document.createElement("span");
    number.className = "place-no";
    key.append(number, ...[...label.querySelector("span").childNodes].map((node) => node.cloneNode(true)));
    key.addEventListener("click", () => tap(player));
    keys.append(key);
    const player = { id: label.dataset.id, name: label.dataset.name, select, key, number };
    return player;
  });

  const clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = "Clear seats";

  // A house rule for each side names its players once they are seated.
  const sides = [...form.querySelectorAll("[data-seats]")].map((label) => ({
    label,
    seats: label.dataset.seats.split(" ").map(Number),
    seatsOnly: label.textContent,
  }));

  // A default may depend on the number of players.
  const figures = [...form.querySelectorAll("[data-usual]")].map((input) => ({
    input,
    usual: JSON.parse(input.dataset.usual),
  }));

  // The chosen option of each group where a choice is optional, by the name of the group.
  const chosen = new Map();

  // Seat 1 deals until someone else is chosen. In a game that has begun, someone always is.
  const dealers = [...form.querySelectorAll('input[name="dealer"]')];
  const first = dealers.find((radio) => !radio.value);
  let dealer = null;
  for (const radio of dealers) radio.addEventListener("change", () => (dealer = radio.value));
  clear.addEventListener("click", () => {
    if (first) dealer = null;
    seat([]);
  });

  // Teams of a game of the players' own take turns around the table.
  const teams = form.querySelector('[name="teams"]');
  teams?.addEventListener("input", () => seat(seatedPlayers()));

  const below = document.createElement("div");
  below.className = "seated";
  below.append(...fieldset.querySelectorAll(".draw"), clear);
  fieldset.append(keys, seating, below);
  fieldset.classList.add("tapped");
  fillIn();
  // Nobody has chosen that yet.
  for (const radio of dealers) radio.defaultChecked = radio.checked;
  form.addEventListener("filled-in", fillIn);

  // An optional choice is cleared by tapping it again.
  for (const free of form.querySelectorAll(".free")) {
    const note = () => chosen.set(free.querySelector("[type=radio]")?.name, free.querySelector("input:checked"));
    note();
    form.addEventListener("filled-in", note);
    free.addEventListener("click", ({ target }) => {
      if (target.type !== "radio") return;
      target.checked = target !== chosen.get(target.name);
      chosen.set(target.name, target.checked ? target : null);
    });
  }

  /** Take over what the form says. */
  function fillIn() {
    const order = seatedPlayers();
    const checked = dealers.find((radio) => radio.checked && radio.value)?.value;
    dealer = first && checked === order[0]?.id ? null : checked;
    seat(order);
  }

  /** Return the players who have a seat, in order. */
  function seatedPlayers() {
    const placed = players.filter((player) => player.select.value);
    return placed.sort((one, other) => one.select.value - other.select.value);
  }

  /** Give the next free seat to a player, or take theirs away. */
  function tap(player) {
    const order = seatedPlayers();
    if (order.includes(player)) seat(order.filter((other) => other !== player));
    else if (order.length < mostPlayers) seat([...order, player]);
    else seating.textContent = `All ${mostPlayers} seats are taken. Tap someone who isn’t playing.`;
  }

  /** Seat these players, in this order. */
  function seat(order) {
    for (const player of players) {
      const place = order.indexOf(player) + 1;
      player.select.value = place || "";
      player.number.textContent = place || "·";
      player.key.setAttribute("aria-pressed", place ? "true" : "false");
    }
    keys.className = `pad people keys-${players.length}`;
    const ids = order.map((player) => player.id);
    const dealing = form.querySelector(".chips .people");
    if (dealing) dealing.className = `pad people keys-${order.length}`;
    const deals = ids.includes(dealer) ? dealer : ids[0];
    for (const radio of dealers) {
      if (radio !== first) radio.closest(".chip").hidden = !ids.includes(radio.value);
      radio.checked = radio.value === (deals ?? "");
    }
    const names = order.map((player) => player.name);
    for (const { input, usual } of figures) input.placeholder = usual[order.length] ?? "";
    for (const side of sides) {
      const there = side.seats.map((seat) => names[seat]);
      side.label.textContent = there.every(Boolean) ? there.join(" and ") : side.seatsOnly;
    }
    const count = Number(teams?.value);
    const inTeams = Array.from({ length: count }, (_, team) => names.filter((_, seat) => seat % count === team));
    seating.textContent = count > 1 && count < names.length
      ? `Teams: ${inTeams.map((mates) => mates.join(" and ")).join("; ")}.`
      : !("partners" in form.dataset)
        ? ""
        : names.length === 4
          ? `${names[0]} and ${names[2]} play against ${names[1]} and ${names[3]}.`
          : "Seats 1 and 3 play against seats 2 and 4.";
  }
}
