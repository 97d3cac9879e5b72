// Take seats by tapping the players in order, instead of choosing a number for each.

arrange(document);
// A form that was refused is another one.
document.addEventListener("part-replaced", ({ target }) => arrange(target));

/** Lay out the seats of the form in a part of the page, if it is there. */
function arrange(part) {
  const form = part.querySelector("form.start");
  if (!form) return;
  const fieldset = form.querySelector("fieldset.seats");
  const mostPlayers = Number(form.dataset.most);
  const keys = document.createElement("div");
  keys.className = "seat-keys";
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
    label.hidden = true;
    keys.append(key);
    const player = { id: label.dataset.id, name: label.dataset.name, select, key, number };
    return player;
  });

  const clear = document.createElement("button");
  clear.type = "button";
  clear.className = "quiet";
  clear.textContent = "Clear seats";
  clear.addEventListener("click", () => seat([]));

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

  fieldset.append(keys, seating, clear);
  seat(seatedPlayers());
  form.addEventListener("filled-in", () => seat(seatedPlayers()));

  // An optional choice is cleared by tapping it again.
  for (const free of form.querySelectorAll(".free")) {
    for (const radio of free.querySelectorAll("input:checked")) chosen.set(radio.name, radio);
    free.addEventListener("click", ({ target }) => {
      if (target.type !== "radio") return;
      target.checked = target !== chosen.get(target.name);
      chosen.set(target.name, target.checked ? target : null);
    });
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
      const dealer = form.querySelector(`input[name="dealer"][value="${player.id}"]`);
      if (!dealer) continue;
      dealer.closest(".chip").hidden = !place;
      if (place || !dealer.checked) continue;
      dealer.checked = false;
      chosen.delete("dealer");
    }
    const names = order.map((player) => player.name);
    for (const { input, usual } of figures) input.placeholder = usual[order.length] ?? "";
    for (const side of sides) {
      const there = side.seats.map((seat) => names[seat]);
      side.label.textContent = there.every(Boolean) ? there.join(" and ") : side.seatsOnly;
    }
    seating.textContent =
      "partners" in form.dataset && names.length === 4
        ? `${names[0]} and ${names[2]} play against ${names[1]} and ${names[3]}.`
        : names.length
          ? `In order: ${names.join(", ")}.`
          : "Tap the players in order, going clockwise.";
  }
}
