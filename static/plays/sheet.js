// Entering a hand with one thumb: a shared keypad fills the marked place and moves on, offers only
// what is still possible, and fills in what follows from the rest. The bounds come with the form; what
// a hand scores is asked of the server, whose engine is the only judge.

const MANY = 30;
const LINES = 6;
const PAUSE = 120;
const NOTHING = "–";
const GAP = 8;
const SPARE = 256;
const LINE = 36;
const NAMED = 3;
const REFUSED = "[aria-describedby^=wrong-]";

/** One figure to fill in. */
class Place {
  constructor(label, group) {
    this.label = label;
    this.group = group;
    this.input = label.querySelector("input");
    this.words = label.querySelector("span > span") ?? label.querySelector("span");
    this.byItself = false;
    this.beside = [...label.parentElement.querySelectorAll(":scope > .beside select")];
    this.fit();
  }

  get name() {
    return this.words.textContent.trim();
  }

  get player() {
    return this.label.dataset.who ?? this.name;
  }

  /** A long figure is written smaller, so that all of it can be read. */
  fit() {
    this.label.style.setProperty("--digits", Math.max(3, this.input.value.length));
  }

  get filled() {
    return this.input.value !== "";
  }

  get value() {
    return Number(this.input.value) || 0;
  }

  get high() {
    return this.input.max ? Number(this.input.max) : this.group.high;
  }

  /** Whether it is asked at the moment: not behind a fold, and not of somebody who has none. */
  get asked() {
    const fold = this.label.closest("details:not([open])");
    return !this.label.hidden && (!fold || fold.matches(".take"));
  }

  /** Put a figure in; `byItself` when it follows from the others. */
  set(value, byItself = false) {
    this.input.value = value;
    this.byItself = byItself;
    this.label.classList.toggle("by-itself", byItself);
    this.fit();
  }

  /** What it counts, where cards are counted. */
  get points() {
    return this.value * (Number(this.input.dataset.worth) || 0);
  }
}

/** What a place is called when it is marked: where it stands alone its title says it all. */
function spoken({ group, name }) {
  return group.places.length > 1 ? `${group.title}: ${name}` : group.title;
}

function total(places) {
  return places.reduce((sum, place) => sum + place.value, 0);
}

/** Figures that belong together, and what they may add up to. */
class Group {
  constructor(fieldset) {
    const { low, high, limit, exactly, spare, needed, values, halves } = fieldset.dataset;
    this.fieldset = fieldset;
    this.low = Number(low);
    this.high = Number(high);
    this.limit = limit === undefined ? Infinity : Number(limit);
    this.exactly = exactly !== undefined;
    this.spare = spare !== undefined;
    this.needed = needed !== undefined;
    this.halves = halves !== undefined;
    this.step = this.halves ? 0.5 : 1;
    this.nothing = fieldset.dataset.null;
    this.values = values?.split(" ");
    this.sums = fieldset.dataset.sums !== undefined;
    this.course = fieldset.dataset.course && JSON.parse(fieldset.dataset.course);
    this.says = fieldset.querySelector(".says");
    this.title = fieldset.querySelector("legend").firstChild.textContent.trim();
    this.left = fieldset.querySelector(".left");
    this.instead = fieldset.closest(".instead")?.dataset.instead;
    this.places = [...fieldset.querySelectorAll(".place")].map((label) => new Place(label, this));
  }

  typed(place) {
    return !this.values && (this.halves || place.high - this.low > MANY);
  }

  get sum() {
    return total(this.places);
  }

  get filled() {
    return this.places.some((place) => place.filled);
  }

  get complete() {
    if (this.course) return this.atEnd;
    if (this.values) return this.filled || !this.needed;
    if (this.instead && !this.filled) return true;
    if (this.exactly) return this.sum === this.limit;
    return this.spare || this.places.every((place) => place.filled || !place.asked);
  }

  clear() {
    for (const place of this.places) place.set("");
  }

  get row() {
    return this.places[0].input.value.split(/[\s,;]+/).filter(Boolean);
  }

  /** Follow the row from stage to stage: what it means now, and whether anything can come after it. */
  follow(chosen) {
    if (!this.course) return;
    const stages = this.course.cases[this.course.by && chosen(this.course.by)];
    let [says, leads, otherwise] = stages?.[""] ?? ["", {}, ""];
    let beyond = false;
    for (const value of this.row) {
      beyond ||= !stages?.[leads[value] ?? otherwise];
      if (!beyond) [says, leads, otherwise] = stages[leads[value] ?? otherwise];
    }
    this.over = Boolean(stages) && !Object.keys(leads).length;
    this.atEnd = this.over || beyond;
    this.says.textContent = says;
    this.says.classList.toggle("begins", !this.filled);
  }

  /** Say beside the title how much is left. */
  say(words) {
    if (!this.left) {
      this.left = document.createElement("span");
      this.left.className = "left";
      this.fieldset.querySelector("legend").append(" ", this.left);
    }
    this.left.textContent = words;
  }

  /** What these can still take of the limit beside one of them, given what some have. */
  room(given, beside) {
    const open = this.places.filter((place) => place !== beside && !given.has(place));
    const most = open.reduce((sum, place) => sum + place.high, 0);
    return Math.min(most, this.limit - total(this.places.filter((place) => given.has(place))));
  }
}

/** Figures that add up to no more than a limit, or to just that, wherever they stand in a form. */
class Sum {
  constructor(parts, most, exactly) {
    this.parts = parts;
    this.places = [...parts.keys()];
    this.most = most;
    this.exactly = exactly;
  }

  /** What is left of the limit beside some of the figures. */
  left(places = this.places) {
    return places.reduce((left, place) => left - this.parts.get(place) * place.value, this.most);
  }

  before(place) {
    return this.places.at(this.places.indexOf(place) - 1);
  }

  /** Everything was filled by hand and does not fit any more: the one before gives way. */
  giveWay(place) {
    const byHand = this.places.every((other) => other.filled && !other.byItself);
    if (this.exactly && byHand && this.left()) this.before(place).set("");
  }

  /** Fill in what follows from the figures that are there; true if something did. */
  follow() {
    const open = this.places.filter((place) => !place.filled && !place.label.hidden);
    if (!open.length || open.some((place) => this.parts.get(place) < 0)) return false;
    const left = this.left();
    if (left === 0) for (const place of open) place.set(0, true);
    else if (this.exactly && open.length === 1 && left > 0 && left <= open[0].high) open[0].set(left, true);
    else return false;
    return true;
  }

  /** The least and the most a place can have, given what some of the others have. */
  range(place, given) {
    const others = this.places.filter((other) => other !== place);
    const known = others.filter((other) => given.has(other));
    const unknown = others.filter((other) => !given.has(other));
    const least = (other) => this.parts.get(other) * (this.parts.get(other) > 0 ? other.group.low : other.high);
    const left = this.left(known) - unknown.reduce((sum, other) => sum + least(other), 0);
    const times = this.parts.get(place);
    if (times < 0) return [Math.ceil(left / times), Infinity];
    const { step } = place.group;
    const most = Math.floor(left / times / step) * step;
    if (!this.exactly) return [-Infinity, most];
    // The others can take no more than their groups have room for.
    const groups = new Set(unknown.map((other) => other.group));
    return [[...groups].reduce((rest, group) => rest - group.room(given, place), this.left(known)), most];
  }
}

/** Figures of several players, of whom one is shown at a time; each has a key with the points counted so far. */
class OneByOne {
  constructor(fieldset, entry) {
    this.groups = entry.groups.filter((group) => fieldset.contains(group.fieldset));
    this.keys = this.groups.map((group) => {
      const key = newKey("", () => {
        entry.mark(group.places.find((place) => !place.filled) ?? group.places[0]);
      });
      key.dataset.shows = group.fieldset.dataset.name;
      const name = document.createElement("span");
      name.textContent = group.title;
      key.append(name, " ", document.createElement("b"));
      return key;
    });
    const row = document.createElement("div");
    row.className = "row players";
    row.append(...this.keys);
    this.groups[0].fieldset.before(row);
    this.show(this.groups[0].places[0]);
  }

  show({ group }) {
    if (!this.groups.includes(group)) return;
    for (const [at, other] of this.groups.entries()) {
      other.fieldset.hidden = other !== group;
      this.keys[at].setAttribute("aria-pressed", other === group);
    }
  }

  tell() {
    for (const [at, { places }] of this.groups.entries()) {
      const points = places.reduce((sum, place) => sum + place.points, 0);
      const counted = places.some((place) => place.filled && !place.byItself);
      this.keys[at].lastChild.textContent = counted ? halved(points) : "";
    }
  }
}

/** A form for a hand, or for what is entered before or after its play. */
class Entry {
  constructor(form) {
    this.form = form;
    this.keypad = form.querySelector(".keypad");
    this.look = form.querySelector(".look");
    this.told = form.querySelector(".told");
    this.save = form.querySelector("button.primary");
    this.stage = form.querySelector(".stage");
    this.bar = form.querySelector(".buttons");
    // Where the stage belongs, also while it is held at the edge of the screen.
    this.foot = document.createElement("div");
    this.stage.before(this.foot);
    this.groups = [];
    this.limits = [];
    this.sums = this.limits;
    this.across = JSON.parse(this.keypad.dataset.sums ?? "null");
    for (const fieldset of form.querySelectorAll("fieldset.places")) this.add(fieldset);
    this.addUp();
    this.byPlayer = [...form.querySelectorAll("fieldset.one-by-one")].map((group) => new OneByOne(group, this));
    form.addEventListener("click", (event) => this.unsay(event));
    form.addEventListener("change", (event) => {
      if (!event.target.matches("[type=radio], [type=checkbox], select")) return;
      if (event.target.checked) this.replaced(event.target.name);
      if (this.across && this.caseNow !== this.caseOf) {
        this.addUp();
        this.follow();
      }
      this.leaveOut();
      this.tellCourses();
      this.tellBeside();
      this.nameSides();
      this.tell();
      this.preview();
      if (this.answered) this.bring();
    });
    for (const fold of form.querySelectorAll("details.instead, details.more")) {
      fold.addEventListener("toggle", () => {
        const next = this.places.find((place) => fold.contains(place.label) && !place.filled);
        if (!fold.open || !next) return;
        this.mark(next);
        this.bring();
      });
    }
    form.closest("details.apart")?.addEventListener("toggle", () => {
      const next = this.places.find((place) => !place.filled && place.asked);
      if (next) this.mark(next);
    });
    addEventListener("scroll", () => this.reach(), { passive: true });
    addEventListener("resize", () => this.reach());
    form.addEventListener("submit", () => this.hush());
    const sides = document.querySelectorAll(".board .side").length;
    const players = Math.max(sides, ...this.groups.map((group) => group.places.length));
    this.stage.style.setProperty("--players", Math.min(players, LINES));
    for (const radio of form.querySelectorAll("[type=radio]:checked")) radio.dataset.said = "yes";
    this.keysBeside = form.querySelector(".beside") && document.createElement("div");
    if (this.keysBeside) {
      this.keysBeside.className = "keys-beside";
      this.keypad.before(this.keysBeside);
    }
    this.leaveOut();
    this.nameSides();
    this.tellCourses();
    this.tellBeside();
    this.tell();
    const first = this.places.find((place) => this.open(place));
    if (first) this.mark(first);
    this.opened();
  }

  get places() {
    return this.groups.flatMap((group) => group.places);
  }

  add(fieldset) {
    const group = new Group(fieldset);
    this.groups.push(group);
    if (group.limit < Infinity) {
      const limit = new Sum(new Map(group.places.map((place) => [place, 1])), group.limit, group.exactly);
      for (const sums of new Set([this.limits, this.sums])) sums.push(limit);
    }
    if (group.exactly && group.complete) group.places.at(-1).byItself = true;
    for (const place of group.places) {
      place.fit();
      // The keypad below replaces the phone's own keyboard; a real keyboard can still type.
      place.input.inputMode = "none";
      place.input.addEventListener("focus", () => {
        this.mark(place);
        // Not before the tap is over: it is meant for what lies there now.
        requestAnimationFrame(() => this.bring());
      });
      place.input.addEventListener("input", () => this.changed(place));
    }
  }

  /** Sums that go across the groups, which may be others for another bid or bidder. */
  addUp() {
    const { cases, without } = this.across ?? { cases: { "": [] } };
    this.caseOf = this.caseNow;
    const sums = this.caseOf === null ? without : (cases[this.caseOf] ?? cases[""]);
    this.sums = [...this.limits];
    for (const { parts, most, exactly } of sums) {
      const places = this.places.filter((place) => place.input.name in parts);
      const sum = new Sum(new Map(places.map((place) => [place, parts[place.input.name]])), most, exactly);
      if (exactly && places.every((place) => place.filled) && !sum.left()) places.at(-1).byItself = true;
      this.sums.push(sum);
    }
    if (this.marked) this.drawKeys(this.marked);
  }

  /** What was said of the entry on which the sums depend; null while something else takes it out. */
  get caseNow() {
    const by = this.across?.by;
    return by && this.takenOut(by) ? null : by && this.chosen(by);
  }

  /** The least and the most a place can have, given what was put into the others by hand. */
  range(place) {
    const sums = this.sums.filter((sum) => sum.parts.has(place));
    const given = new Set(this.places.filter((other) => other !== place && other.filled && !other.byItself));
    for (const sum of sums) {
      // It follows from the others; to say otherwise is to say that the one before was wrong.
      if (sum.exactly && sum.places.every((other) => other === place || given.has(other))) {
        given.delete(sum.before(place));
      }
    }
    const ranges = [[place.group.low, place.high], ...sums.map((sum) => sum.range(place, given))];
    return [Math.max(...ranges.map(([least]) => least)), Math.min(...ranges.map(([, most]) => most))];
  }

  /** Fill in what follows after a place was filled by hand. */
  settle(place) {
    for (const sum of this.sums) if (sum.parts.has(place)) sum.giveWay(place);
    this.follow();
  }

  follow() {
    for (const place of this.places) if (place.byItself) place.set("");
    while (this.sums.some((sum) => sum.follow()));
  }

  /** Say how many are still to be placed. */
  tell() {
    for (const group of this.groups) {
      const { places, exactly, limit, sum } = group;
      const alike = (one, times) => places.every((place) => one.parts.get(place) === times);
      const over = (one) => places.length > 1 && one.parts.get(places[0]) > 0 && alike(one, one.parts.get(places[0]));
      const left = this.sums.filter(over).map((one) => one.left() / one.parts.get(places[0]));
      const oneOfSeveral = this.byPlayer.some((each) => each.groups.includes(group));
      if (left.length && !oneOfSeveral) group.say(exactly ? `${sum} of ${limit}` : `${halved(Math.min(...left))} left`);
    }
    for (const each of this.byPlayer) each.tell();
  }

  chosen(name) {
    return this.form.querySelector(`[name="${name}"]:checked`)?.value;
  }

  /** What need not be said can be unsaid by tapping it once more. */
  unsay({ target }) {
    if (target.type !== "radio") return;
    const chips = target.closest("fieldset");
    const again = target.dataset.said && !("needed" in chips.dataset);
    for (const radio of chips.querySelectorAll("[type=radio]")) delete radio.dataset.said;
    if (again) {
      target.checked = false;
      const none = chips.querySelector('[type=radio][value=""]');
      if (none) none.checked = true;
      this.preview();
    } else target.dataset.said = "yes";
  }

  /** Of two ways to say the same the newer one counts. */
  replaced(name, by) {
    for (const group of this.groups) {
      if (by ? group.fieldset.dataset.name === name : group.instead === name) group.clear();
    }
    if (!by) return;
    for (const radio of this.form.querySelectorAll(`[type=radio][name="${name}"]`)) radio.checked = false;
  }

  tellCourses() {
    for (const group of this.groups) group.follow((name) => this.chosen(name));
    // A row that is over has no further keys.
    if (this.marked?.group.course) this.drawKeys(this.marked);
  }

  /** Say in the line of each player what was chosen beside the figure. */
  tellBeside() {
    for (const { label, beside } of this.places) {
      if (!beside.length) continue;
      const said = beside.filter((select) => select.value).map((select) => select.selectedOptions[0].text);
      const words = label.parentElement.querySelector(".chosen") ?? document.createElement("span");
      words.className = "chosen";
      words.textContent = said.join(", ");
      label.querySelector("span").append(words);
    }
    if (this.marked) this.drawBeside(this.marked);
  }

  /** Take out who has none: the winner has no cards left, the bank no stake. */
  leaveOut() {
    for (const chips of this.form.querySelectorAll("fieldset.chips[data-but]")) {
      const who = this.chosen(chips.dataset.but) || this.form.dataset[chips.dataset.but];
      for (const radio of chips.querySelectorAll("[type=radio]")) {
        radio.closest("label").hidden = radio.value === who;
        if (radio.value === who) radio.checked = false;
      }
    }
    for (const group of this.groups) {
      const { but } = group.fieldset.dataset;
      if (!but) continue;
      const who = this.chosen(but) || this.form.dataset[but];
      const { only, onlyOn } = group.fieldset.dataset;
      const single = only && this.chosen(only);
      for (const place of group.places) {
        const { player } = place;
        place.label.hidden = player === who || (player === single && place.label.dataset.on !== onlyOn);
        if (place.label.hidden) place.set("");
      }
      for (const line of group.fieldset.querySelectorAll(".line-for")) {
        line.hidden = !line.querySelector(".place:not([hidden])");
      }
    }
    if (this.marked?.label.hidden) this.moveOn(this.marked);
  }

  /** Call the sides by their players, as soon as it is known who plays with whom. */
  nameSides() {
    for (const { fieldset, places } of this.groups) {
      const { player, sides, joined } = fieldset.dataset;
      const who = player && (this.chosen(player) || this.form.dataset[player]);
      if (!who) continue;
      const teams = JSON.parse(sides);
      const partner = joined && this.partner(joined);
      const ours = teams.find((team) => team.includes(who)).concat(partner ? [partner] : []);
      const others = teams.flat().filter((name) => !ours.includes(name));
      places[0].words.textContent = listed(ours);
      const many = others.length > NAMED || (joined && partner === undefined);
      places[1].words.textContent = many ? "Others" : listed(others);
    }
  }

  /** Who plays with whoever plays: undefined as long as that was not said, empty for nobody. */
  partner(joined) {
    if (!this.form.querySelector(`fieldset[data-name="${joined}"]`) || this.takenOut(joined)) return "";
    return this.chosen(joined)?.trim();
  }

  /** Whether something else said leaves no place for an entry. */
  takenOut(name) {
    const place = this.form.querySelector(`fieldset[data-name="${name}"]`)?.closest(".unless");
    return Boolean(place) && getComputedStyle(place).display === "none";
  }

  /** Mark a place; the keypad is its own until the next one is marked. */
  mark(place) {
    this.marked = place;
    for (const other of this.places) other.label.classList.toggle("marked", other === place);
    this.told.textContent = place ? spoken(place) : "";
    this.told.dataset.figure = place?.input.value ?? "";
    if (!place && this.keypad.contains(document.activeElement)) this.save.focus({ preventScroll: true });
    this.keypad.hidden = !place;
    if (place) {
      for (const each of this.byPlayer) each.show(place);
      this.drawKeys(place);
    }
    if (this.keysBeside) this.drawBeside(place);
    this.hold();
  }

  /** Keep the room that was taken once, so that Save never moves under the thumb. */
  hold() {
    this.makeRoom(this.stage.offsetHeight);
    if (this.below) this.stage.style.setProperty("--below", `${this.look.offsetHeight}px`);
    this.reach();
  }

  makeRoom(height) {
    // Behind a fold it has no height yet, and would lose the room that it is given to begin with.
    if (height <= (this.room ?? 0)) return;
    this.room = height;
    this.stage.style.minHeight = `${height}px`;
  }

  /** Where Save begins if it is held at the edge of the screen, else the edge. */
  get edge() {
    return innerHeight - (getComputedStyle(this.bar).position === "sticky" ? this.bar.offsetHeight : 0);
  }

  /** Whether what a hand scores is shown below the keys, as it can be saved at any time. */
  get below() {
    return Boolean(this.look) && !this.keypad.hidden && shown(this.look);
  }

  /**
   * The height of the keys with what stands above them and the first line of the result below: the largest so far,
   * so that they stay where they are.
   */
  get keys() {
    const { offsetTop, offsetHeight } = this.keypad;
    this.tallest = Math.max(this.tallest ?? 0, offsetTop + offsetHeight + (this.below ? LINE : 0));
    return this.tallest;
  }

  /** Keep the keys in sight as long as the place is that they fill, however far below it they belong. */
  reach() {
    const { stage, marked, foot } = this;
    if (!marked || !shown(stage)) {
      stage.classList.remove("held", "away");
      return;
    }
    const { edge, keys } = this;
    const { top, bottom } = marked.label.getBoundingClientRect();
    const below = foot.getBoundingClientRect().top + keys > edge;
    stage.classList.toggle("held", below && top + bottom > 0 && bottom <= edge - keys);
    // Whoever has scrolled down to the keys is told what they fill.
    stage.classList.toggle("away", top + bottom <= 0);
    stage.style.setProperty("--held-at", `${innerHeight - edge - (stage.offsetHeight - keys)}px`);
  }

  /** Scroll so that the marked place is seen together with its keys, and what comes after it too. */
  bring() {
    if (!this.marked || !shown(this.stage)) return;
    const { top, bottom, height } = this.marked.label.getBoundingClientRect();
    const lowest = this.edge - this.keys;
    const belongs = this.foot.getBoundingClientRect().top;
    if (top < 0) this.scroll(top - GAP);
    else if (bottom + GAP > lowest && belongs > lowest) {
      this.scroll(Math.min(bottom + height + GAP - lowest, belongs - lowest, top - GAP));
    }
  }

  scroll(by) {
    scrollBy({ top: by, behavior: "instant" });
    this.reach();
  }

  /** Where something is to come between the keys and Save, Save is out of its way from the start. */
  opened() {
    const folded = this.form.querySelector(".instead:not([open])");
    if (!shown(this.stage) || !(this.below || folded)) return;
    const spare = innerHeight - this.bar.getBoundingClientRect().bottom;
    if (this.edge === innerHeight || spare <= 0) return;
    this.makeRoom(this.stage.offsetHeight + Math.min(spare, SPARE));
    this.hold();
  }

  drawKeys(place) {
    const { group } = place;
    // Whoever taps with the keyboard stays on the keypad, though its keys are new ones.
    const held = this.keypad.contains(document.activeElement) && document.activeElement.textContent;
    const typed = group.typed(place);
    this.keypad.setAttribute("role", "group");
    this.keypad.setAttribute("aria-label", spoken(place));
    this.keypad.classList.toggle("digits", typed);
    // Nobody knows whether another digit follows, so that the result is shown beside the keys.
    this.keypad.classList.toggle("open-ended", typed || Boolean(group.values));
    const keys = group.values ? this.sequence(place) : typed ? this.digits(place) : this.numbers(place);
    // Six in a row where that makes a row less.
    this.keypad.classList.toggle("six", !typed && keys.length > 10 && Math.ceil(keys.length / 6) < Math.ceil(keys.length / 5));
    this.keypad.classList.toggle("one-by-one", Boolean(group.values));
    this.keypad.replaceChildren(...keys);
    if (held) {
      const open = keys.filter((key) => !key.disabled);
      (open.find((key) => key.textContent === held) ?? open[0])?.focus({ preventScroll: true });
    }
  }

  /** Keys for what stands beside the marked figure, such as a special roll: tapped once more, it is unsaid. */
  drawBeside(place) {
    if (!this.keysBeside) return;
    const held = this.keysBeside.contains(document.activeElement) && document.activeElement.textContent;
    const rows = (place?.beside ?? []).map((select) => {
      const row = document.createElement("div");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", select.getAttribute("aria-label"));
      const title = document.createElement("span");
      title.textContent = select.dataset.of;
      row.append(title);
      for (const option of [...select.options].filter((one) => one.value)) {
        const key = newKey(option.text, () => this.choose(place, select, option));
        key.setAttribute("aria-pressed", option.selected);
        row.append(key);
      }
      return row;
    });
    this.keysBeside.replaceChildren(...rows);
    if (held) {
      const keys = [...this.keysBeside.querySelectorAll("button")];
      keys.find((key) => key.textContent === held)?.focus({ preventScroll: true });
    }
  }

  choose(place, select, option) {
    const fixes = JSON.parse(select.dataset.fixes ?? "{}");
    select.value = option.selected ? "" : option.value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    if (select.value in fixes) this.fill(place, fixes[select.value] ?? NOTHING);
  }

  numbers(place) {
    const { low, nothing } = place.group;
    const [least, most] = this.range(place);
    const keys = Array.from({ length: place.high - low + 1 }, (_, step) => {
      const key = newKey(low + step, () => this.fill(place, low + step));
      // A key that is not possible now leaves its place empty: the others stay where the thumb knows them.
      key.disabled = low + step < least || low + step > most;
      return key;
    });
    if (nothing) keys.push(newKey(NOTHING, () => this.fill(place, NOTHING), nothing));
    return keys;
  }

  /** Keys that put one number after another. */
  sequence(place) {
    const put = (change) => () => {
      place.input.value = change(place.group.row).join(", ");
      this.changed(place);
    };
    const keys = place.group.values.map((value) => newKey(value, put((numbers) => [...numbers, value])));
    for (const key of keys) key.disabled = place.group.over;
    return [...keys, newKey("⌫", put((numbers) => numbers.slice(0, -1)), "delete")];
  }

  digits(place) {
    const [, most] = this.range(place);
    const bounded = [];
    // A digit that would make it too much is gone, as a number is.
    const bind = () => {
      for (const [key, change] of bounded) key.disabled = Number(change(place.input.value)) > most;
    };
    const typed = (change) => () => {
      place.input.value = change(place.input.value);
      this.changed(place);
      bind();
      if (document.activeElement?.disabled) next.focus({ preventScroll: true });
    };
    const { sums, halves, low } = place.group;
    const putting = (label, change, name) => {
      const key = newKey(label, typed(change), name);
      bounded.push([key, change]);
      return key;
    };
    const digit = (number) =>
      putting(number, (text) =>
        text.endsWith(".5") ? text : (text + number).replace(/(^|\D)0+(?=\d)/, "$1"),
      );
    const sign = newKey("±", typed((text) => String(-Number(text))), "plus or minus");
    const half = putting("½", (text) => (text.endsWith(".5") ? text : `${text || 0}.5`), "and a half");
    const back = newKey("⌫", typed((text) => text.replace(/(\.5|-?\d|\+)$/, "")), "delete");
    const plus = newKey("+", typed((text) => text.replace(/\d$/, "$&+")), "and another");
    const next = newKey("Next", () => {
      this.moveOn(place);
      this.bring();
    });
    next.classList.add("next");
    const other = sums ? plus : halves ? half : sign;
    other.disabled = other === sign && low >= 0;
    bind();
    const row = (...numbers) => numbers.map(digit);
    return [...row(7, 8, 9), back, ...row(4, 5, 6), other, ...row(1, 2, 3), next, digit(0)];
  }

  fill(place, value) {
    place.set(value);
    this.changed(place);
    this.moveOn(place);
    this.bring();
  }

  changed(place) {
    forgive(place.input);
    place.byItself = false;
    place.label.classList.remove("by-itself");
    place.fit();
    if (place === this.marked) this.told.dataset.figure = place.input.value;
    if (place.group.course) this.tellCourses();
    if (place.group.instead && place.filled) this.replaced(place.group.instead, place.group);
    else this.replaced(place.group.fieldset.dataset.name);
    this.settle(place);
    this.tell();
    this.preview();
  }

  moveOn(place) {
    const { places } = this;
    const from = places.indexOf(place) + 1;
    this.mark([...places.slice(from), ...places.slice(0, from)].find((other) => this.open(other)));
  }

  /** The entries in whose place something else was said. */
  get replacedNames() {
    return this.groups.filter((group) => group.instead && group.filled).map((group) => group.instead);
  }

  /** Whether a place is still to be filled. */
  open(place) {
    return !place.filled && place.asked && !this.replacedNames.includes(place.group.fieldset.dataset.name);
  }

  /** Whether everything is answered that is not a figure. */
  get answered() {
    const replaced = this.replacedNames;
    return [...this.form.querySelectorAll("fieldset.chips[data-needed]")].every(
      (chips) =>
        replaced.includes(chips.dataset.name) ||
        chips.closest(".only") ||
        !shown(chips) ||
        chips.querySelector("input:checked"),
    );
  }

  /** Whether enough is known to ask what the hand scores. */
  get ready() {
    const replaced = this.replacedNames;
    const filled = (group) =>
      group.complete || !shown(group.fieldset) || replaced.includes(group.fieldset.dataset.name);
    return this.answered && this.groups.every(filled);
  }

  /** Ask no more what the hand as it was would score. */
  hush() {
    clearTimeout(this.waiting);
    this.asking?.abort();
  }

  /** Show what the hand would score, in the server's words. */
  preview() {
    this.hush();
    if (!this.look) return;
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
        if (!answer.ok) return;
        this.show(await answer.text());
        // Nothing is wrong any more, whatever was changed.
        if (!this.look.querySelector(".problem")) this.form.querySelectorAll(REFUSED).forEach(forgive);
      } catch {
        // Without a network nothing is shown; the hand can be saved as soon as there is one again.
      }
    }, PAUSE);
  }

  /** Put in what the hand would score, where it can be seen; Save stays under the thumb. */
  show(score) {
    const before = this.bar.getBoundingClientRect();
    this.look.innerHTML = score;
    this.hold();
    if (!this.keypad.hidden) return;
    const inSight = before.top < innerHeight && before.bottom > 0;
    const moved = inSight ? this.bar.getBoundingClientRect().top - before.top : 0;
    const { top, bottom } = this.look.getBoundingClientRect();
    const first = this.look.querySelector(".headline, li, .problem")?.getBoundingClientRect().bottom ?? bottom;
    // All of it if that leaves what was tapped in sight; where it begins in any case.
    const tapped = this.form.querySelector("fieldset :focus")?.getBoundingClientRect().top ?? Infinity;
    const { edge } = this;
    const beneath = Math.max(Math.min(bottom - edge, top - GAP, tapped - GAP), first + GAP - edge, 0);
    const above = inSight && edge === innerHeight ? 0 : Math.min(top - GAP, 0);
    this.scroll(Math.max(moved, beneath) || above);
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

/** What was refused is said no more once it is changed; its room stays, so that nothing moves under the thumb. */
function forgive(field) {
  for (let refused = field.closest(REFUSED); refused; refused = field.closest(REFUSED)) {
    const said = refused.getAttribute("aria-describedby");
    const form = refused.closest("form");
    form.querySelector(`[id="${said}"]`)?.classList.add("forgiven");
    for (const one of form.querySelectorAll(`[aria-describedby="${said}"]`)) {
      one.removeAttribute("aria-describedby");
      one.removeAttribute("aria-invalid");
    }
  }
}

function shown(element) {
  return element.checkVisibility?.() ?? element.offsetParent !== null;
}

/** A figure that may end in a half, as it is written. */
function halved(figure) {
  const whole = Math.floor(figure);
  return figure === whole ? `${whole}` : `${whole || ""}½`;
}

function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

document.addEventListener("input", ({ target }) => forgive(target));

const entries = [...document.querySelectorAll(".keypad")].map((keypad) => new Entry(keypad.closest("form")));

for (const fold of document.querySelectorAll("details.take, details.apart")) {
  fold.addEventListener("toggle", () => {
    if (!fold.open) return;
    (fold.matches(".take") ? fold.closest(".panel") : fold).scrollIntoView({ block: "start" });
    entries.find(({ form }) => fold.contains(form))?.opened();
  });
}
