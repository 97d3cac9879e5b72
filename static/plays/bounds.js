// Which limits the figures of a form have: those of each group, and those across groups, which may depend on a choice.

import { applies, chosen } from "./choices.js";
import { written } from "./figures.js";
import { groupLimits, limitsAcross, markDerived, total } from "./limits.js";

export class Bounds {
  /** `across` is what the keypad declares: limits for each `cases` of the choice `by`, or `without` it; or null. */
  constructor(form, groups, across) {
    Object.assign(this, { form, groups, across });
    this.own = groupLimits(groups);
    markDerived(this.own);
    this.find();
  }

  /** Take the figures in their new order; what depends on a choice is found again. */
  reorder() {
    this.own = this.limits = groupLimits(this.groups);
    this.found = NaN;
  }

  /** Find the limits again if what they depend on has changed, such as the bid; return whether it has. */
  follow() {
    if (!this.across || this.choice === this.found) return false;
    this.find();
    return true;
  }

  find() {
    this.limits = this.own;
    if (!this.across) return;
    const { cases, without } = this.across;
    this.found = this.choice;
    const declared = this.found === null ? without : (cases[this.found] ?? cases[""]);
    const across = limitsAcross(this.groups.flatMap(({ figures }) => figures), declared);
    markDerived(across);
    this.limits = [...this.own, ...across];
  }

  /** The choice that the limits depend on: null while another choice leaves it out. */
  get choice() {
    const { by } = this.across;
    if (!by) return undefined;
    const entry = this.form.querySelector(`fieldset[data-name="${by}"]`);
    return entry && !applies(this.form, entry) ? null : chosen(this.form, by);
  }

  /** Say how much is left where the figures of a group must reach their limit; else what that is, if there is one. */
  describe(group) {
    if (group.exactly) return `${total(group.figures)} of ${group.limit}`;
    const limits = this.of(group);
    const left = limits.filter(({ exactly }) => exactly).map(({ limit, times }) => limit.left() / times);
    const most = limits.filter(({ alone }) => alone).map(({ limit, times }) => limit.most / times);
    if (left.length) return `${written(Math.min(...left))} left`;
    return most.length ? `at most ${written(Math.min(...most))}` : "";
  }

  /** Return the limits of a group whose figures all count alike, and whether they limit nothing else. */
  of({ figures }) {
    if (figures.length < 2) return [];
    return this.limits.flatMap((limit) => {
      const times = limit.parts.get(figures[0]);
      const alike = times > 0 && figures.every((place) => limit.parts.get(place) === times);
      return alike ? [{ limit, times, exactly: limit.exactly, alone: limit.parts.size === figures.length }] : [];
    });
  }
}
