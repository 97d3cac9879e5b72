// Taking seats by tapping the players in order, instead of choosing a number for each.

const form = document.querySelector("form.start");
const fieldset = form.querySelector("fieldset.seats");
const most = Number(form.dataset.most);
const keys = document.createElement("div");
keys.className = "seat-keys";
const told = document.createElement("p");
told.className = "help";
told.setAttribute("role", "status");

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
  const player = { name: label.dataset.name, select, key, number };
  return player;
});

const clear = document.createElement("button");
clear.type = "button";
clear.className = "quiet";
clear.textContent = "Start over";
clear.addEventListener("click", () => seat([]));

// A house rule for each side says who that is, once they are seated.
const sides = [...form.querySelectorAll("[data-seats]")].map((label) => ({
  label,
  seats: label.dataset.seats.split(" ").map(Number),
  seatsOnly: label.textContent,
}));

// What is usual may depend on how many play.
const figures = [...form.querySelectorAll("[data-usual]")].map((input) => ({
  input,
  usual: JSON.parse(input.dataset.usual),
}));

// What is chosen where nothing need be, by the name of the group.
const chosen = new Map();

fieldset.append(keys, told, clear);
seat(seated());

// Where nothing need be chosen, what was tapped by mistake is tapped away again.
for (const free of form.querySelectorAll(".free")) {
  for (const radio of free.querySelectorAll("input:checked")) chosen.set(radio.name, radio);
  free.addEventListener("click", ({ target }) => {
    if (target.type !== "radio") return;
    target.checked = target !== chosen.get(target.name);
    chosen.set(target.name, target.checked ? target : null);
  });
}

/** The players who have a seat, in order. */
function seated() {
  const placed = players.filter((player) => player.select.value);
  return placed.sort((one, other) => one.select.value - other.select.value);
}

/** Give the next free seat to a player, or take theirs away. */
function tap(player) {
  const order = seated();
  if (order.includes(player)) seat(order.filter((other) => other !== player));
  else if (order.length < most) seat([...order, player]);
  else told.textContent = `All ${most} seats are taken. Tap whoever does not play.`;
}

function seat(order) {
  for (const player of players) {
    const place = order.indexOf(player) + 1;
    player.select.value = place || "";
    player.number.textContent = place || "·";
    player.key.setAttribute("aria-pressed", place ? "true" : "false");
    const dealer = form.querySelector(`input[name="dealer"][value="${CSS.escape(player.name)}"]`);
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
  told.textContent =
    "partners" in form.dataset && names.length === 4
      ? `${names[0]} and ${names[2]} play ${names[1]} and ${names[3]}.`
      : names.length
        ? `In order: ${names.join(", ")}.`
        : "Tap the players in order; each next one sits to the left.";
}
