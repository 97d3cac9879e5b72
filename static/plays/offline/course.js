// What the actions that wait mean for the sheet: which hands they are about, and what is entered after them. Knows
// nothing of the page.

/** The last part of the version of a form filled in while earlier actions are still to be sent. */
const AHEAD = "ahead";
/** Actions after which the sheet is asked the same as before them. */
const BESIDE = /^\/(hands\/.*|note|needs)$/;
/** What each form has besides what is entered in it. */
const NOT_ENTERED = /^(csrf_token|uid|version|whole|look|hand-.*)$/;

/** Return the value that an action sends under a name: undefined if there is none. */
export function valueOf({ fields }, name) {
  return fields.find(([one]) => one === name)?.[1];
}

/** Return the step of a hand that an action saves: "/bid", "/trump" or "/hands"; another action has its own path. */
export function stepOf({ action, address }) {
  return action.slice(address.length).split("?")[0];
}

/** Return the number of the hand that an action is about; 0 if it is about no hand that is due. */
export function numberOf(action) {
  const isDue = ["/bid", "/trump", "/hands"].includes(stepOf(action));
  return isDue ? Number.parseInt(valueOf(action, "version"), 10) || 0 : 0;
}

/** Return the number of the earlier hand that an action corrects; 0 if it corrects none. */
export function numberCorrected(action) {
  return Number(/^\/hands\/(\d+)$/.exec(stepOf(action))?.[1] ?? 0);
}

/** Return what was entered, with the names of the fields; an answer that saved at a tap like any other. */
export function enteredIn({ fields }) {
  return fields.filter(([name]) => !NOT_ENTERED.test(name)).map(([name, value]) => [name.replace(/-now$/, ""), value]);
}

/**
 * Return what is entered next when these actions wait: the `number` of the hand and its `bid`, the action that saved it
 * or null, and the `trump` set since. Without a number it is what the server asked for last. It is `stuck` behind an
 * action whose effect only the server knows.
 */
export function courseOf(actions) {
  let course = { number: 0, bid: null, trump: null, stuck: null };
  for (const action of actions) {
    const step = stepOf(action);
    const number = numberOf(action);
    if (step === "/bid") course = { ...course, number, bid: action, trump: null };
    else if (step === "/hands") course = { ...course, number: number + 1, bid: null, trump: null };
    else if (step === "/trump") course = { ...course, trump: action };
    else if (!BESIDE.test(step) && action.state === "waiting") course = { ...course, stuck: action };
  }
  return course;
}

/** Return whether an action saves a hand with its bid, or what replaces a hand. */
export function isWhole(action) {
  return ["whole", "alone"].some((name) => valueOf(action, name));
}

/** Return the bids, and the suits set as trump, that are part of a whole hand which waits as well. */
export function replaced(actions) {
  const whole = new Set(actions.filter((action) => stepOf(action) === "/hands" && isWhole(action)).map(numberOf));
  return actions.filter((action) => isStep(action) && action.state === "waiting" && whole.has(numberOf(action)));
}

function isStep(action) {
  return ["/bid", "/trump"].includes(stepOf(action));
}

/** Return the actions in order, those about the same hand together: [number, its actions]. */
export function byHand(actions) {
  const groups = [];
  for (const action of actions) {
    const number = numberOf(action);
    const group = number && groups.find(([other]) => other === number);
    if (group) group[1].push(action);
    else groups.push([number, [action]]);
  }
  return groups;
}

/** Return the version of a form for a hand, when actions wait that come before it. */
export function versionAhead(version, number) {
  const [was, seats] = version.split(".");
  return [number ?? was, seats, AHEAD].join(".");
}

/** Return what to change in the actions after a hand that is discarded: pairs of an action and its new parts. */
export function renumbered(actions, discarded) {
  return actions
    .filter((action) => numberOf(action) > discarded)
    .map((action) => {
      const number = numberOf(action) - 1;
      const fields = action.fields.map(([name, value]) => {
        if (name === "version") return [name, versionAhead(value, number)];
        return [name.replace(/^hand-\d+$/, `hand-${number}`), value];
      });
      return [action, { fields, words: action.words.replace(number + 1, number) }];
    });
}
