// Entering a hand with one thumb: a shared keypad fills the marked place and moves on, offers only
// what is still possible, and fills in what follows from the rest. The bounds come with the form; what
// a hand scores is asked of the server, whose engine is the only judge.

const MANY = 40;
const LINES = 6;
const PAUSE = 120;

/** One figure to fill in. */
class Place {
  constructor(label, group) {
    this.label = label;
    this.group = group;
    this.input = label.querySelector("input");
    this.name = label.querySelector("span").textContent.trim();
    this.byItself = false;
  }

  get filled() {
    return this.input.value !== "";
  }

  get value() {
    return Number(this.input.value);
  }

  /** Put a figure in; `byItself` when it follows from the others. */
  set(value, byItself = false) {
    this.input.value = value;
    this.byItself = byItself;
    this.label.classList.toggle("by-itself", byItself);
  }
}

function total(places) {
  return places.reduce((sum, place) => sum + place.value, 0);
}

/** Figures that belong together, and what they may add up to. */
class Group {
  constructor(fieldset) {
    const { low, high, limit, exactly, spare } = fieldset.dataset;
    this.low = Number(low);
    this.high = Number(high);
    this.limit = limit === undefined ? Infinity : Number(limit);
    this.exactly = exactly !== undefined;
    this.spare = spare !== undefined;
    this.title = fieldset.querySelector("legend").firstChild.textContent.trim();
    this.left = fieldset.querySelector(".left");
    this.places = [...fieldset.querySelectorAll(".place")].map((label) => new Place(label, this));
    if (this.exactly && this.complete) this.places.at(-1).byItself = true;
  }

  get typed() {
    return this.high - this.low > MANY;
  }

  get sum() {
    return total(this.places);
  }

  get complete() {
    if (this.exactly) return this.sum === this.limit;
    return this.spare || this.places.every((place) => place.filled);
  }

  /** The least and the most a place can have, given what was put into the others by hand. */
  range(place) {
    let others = this.places.filter((other) => other !== place && other.filled && !other.byItself);
    let least = this.low;
    if (this.exactly && others.length === this.places.length - 1) {
      // It follows from the others; to say otherwise is to say that the one before was wrong.
      others = others.filter((other) => other !== this.before(place));
      least = Math.max(least, this.limit - total(others) - this.high);
    }
    return [least, Math.min(this.limit - total(others), this.high)];
  }

  before(place) {
    return this.places.at(this.places.indexOf(place) - 1);
  }

  /** Fill in what follows after a place was filled by hand. */
  settle(place) {
    if (this.limit === Infinity) return;
    let free = this.places.filter((other) => !other.filled || other.byItself);
    if (this.exactly && !free.length && this.sum !== this.limit) {
      // Everything was filled by hand and does not fit any more: the one before gives way.
      free = [this.before(place)];
    }
    const left = this.limit - total(this.places.filter((other) => !free.includes(other)));
    for (const other of free) {
      if (left === 0) other.set(0, true);
      else if (this.exactly && free.length === 1 && left > 0 && left <= this.high) other.set(left, true);
      else if (other.byItself) other.set("");
    }
  }

  /** Say how many are still to be placed. */
  tell() {
    if (!this.left || this.limit === Infinity) return;
    const left = this.limit - this.sum;
    this.left.textContent = this.exactly ? `${this.sum} of ${this.limit}` : `${left} left at most`;
  }
}

/** A form for a hand, or for what is entered after its play. */
class Entry {
  constructor(form) {
    this.form = form;
    this.keypad = form.querySelector(".keypad");
    this.look = form.querySelector(".look");
    this.stage = form.querySelector(".stage");
    this.groups = [...form.querySelectorAll("fieldset.places")].map((fieldset) => new Group(fieldset));
    this.places = this.groups.flatMap((group) => group.places);
    for (const place of this.places) {
      // The keypad below replaces the phone's own keyboard; a real keyboard can still type.
      place.input.inputMode = "none";
      place.input.addEventListener("focus", () => this.mark(place));
      place.input.addEventListener("input", () => this.changed(place));
    }
    form.addEventListener("change", (event) => {
      if (event.target.matches("[type=radio], [type=checkbox]")) this.preview();
    });
    form.addEventListener("submit", () => this.hush());
    const players = Math.max(0, ...this.groups.map((group) => group.places.length));
    this.stage.style.setProperty("--players", Math.min(players, LINES));
    for (const group of this.groups) group.tell();
    const first = this.places.find((place) => !place.filled);
    if (first) this.mark(first);
  }

  /** Mark a place; the keypad is its own until the next one is marked. */
  mark(place) {
    this.marked = place;
    for (const other of this.places) other.label.classList.toggle("marked", other === place);
    this.keypad.hidden = !place;
    if (place) this.drawKeys(place);
    this.hold();
  }

  /** Keep the room that was taken once, so that Save never moves under the thumb. */
  hold() {
    this.room = Math.max(this.room ?? 0, this.stage.offsetHeight);
    this.stage.style.minHeight = `${this.room}px`;
  }

  drawKeys(place) {
    const { group } = place;
    this.keypad.setAttribute("role", "group");
    this.keypad.setAttribute("aria-label", `${group.title}: ${place.name}`);
    this.keypad.classList.toggle("digits", group.typed);
    this.keypad.replaceChildren(...(group.typed ? this.digits(place) : this.numbers(place)));
  }

  numbers(place) {
    const { low, high } = place.group;
    const [least, most] = place.group.range(place);
    return Array.from({ length: high - low + 1 }, (_, step) => {
      const key = newKey(low + step, () => this.fill(place, low + step));
      // A key that is not possible now leaves its place empty: the others stay where the thumb knows them.
      key.disabled = low + step < least || low + step > most;
      return key;
    });
  }

  digits(place) {
    const typed = (change) => () => {
      place.input.value = change(place.input.value);
      this.changed(place);
    };
    const digit = (number) => newKey(number, typed((text) => String(Number(text + number))));
    const sign = newKey("±", typed((text) => String(-Number(text))), "plus or minus");
    const back = newKey("⌫", typed((text) => text.replace(/-?\d$/, "")), "delete");
    const next = newKey("Next", () => this.moveOn(place));
    next.classList.add("next");
    return [...[7, 8, 9, 4, 5, 6, 1, 2, 3].map(digit), sign, digit(0), back, next];
  }

  fill(place, value) {
    place.set(value);
    this.changed(place);
    this.moveOn(place);
  }

  changed(place) {
    place.byItself = false;
    place.label.classList.remove("by-itself");
    place.group.settle(place);
    place.group.tell();
    this.preview();
  }

  moveOn(place) {
    const from = this.places.indexOf(place) + 1;
    this.mark([...this.places.slice(from), ...this.places.slice(0, from)].find((other) => !other.filled));
  }

  /** Whether enough is known to ask what the hand scores. */
  get ready() {
    const chosen = [...this.form.querySelectorAll("fieldset.chips")].every(
      (chips) => chips.closest(".more, .only") || chips.querySelector("input:checked"),
    );
    return chosen && this.groups.every((group) => group.complete);
  }

  /** Ask no more what the hand as it was would score. */
  hush() {
    clearTimeout(this.waiting);
    this.asking?.abort();
  }

  /** Show what the hand would score, in the server's words. */
  preview() {
    this.hush();
    if (!this.ready) {
      this.look.replaceChildren();
      return;
    }
    this.waiting = setTimeout(async () => {
      this.asking = new AbortController();
      const body = new FormData(this.form);
      body.set("look", "part");
      try {
        const answer = await fetch(this.form.action, { method: "POST", body, signal: this.asking.signal });
        if (answer.ok) this.look.innerHTML = await answer.text();
        this.hold();
      } catch {
        // Without a network nothing is shown; the hand can be saved as soon as there is one again.
      }
    }, PAUSE);
  }
}

function newKey(label, tapped, name) {
  const key = document.createElement("button");
  key.type = "button";
  key.textContent = label;
  if (name) key.setAttribute("aria-label", name);
  key.addEventListener("click", tapped);
  return key;
}

for (const form of document.querySelectorAll("form.entry")) new Entry(form);

for (const take of document.querySelectorAll("details.take")) {
  take.addEventListener("toggle", () => {
    if (!take.open) return;
    take.closest(".panel").scrollIntoView({ block: "start" });
  });
}
