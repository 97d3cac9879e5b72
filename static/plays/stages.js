// Rows of values, such as the rolls of dice, in which each value leads to another stage. Knows nothing of the page.

/**
 * Return where a row stands: what that means in words, whether it is `over` so that nothing can follow, and
 * whether it can be saved as `complete`. A stage is [words, {value: next stage}, next stage for any other value].
 */
export function standing({ by, cases }, chosen, row) {
  const stages = cases[by ? chosen(by) : ""];
  if (!stages) return { words: "", over: false, complete: false };
  let [words, leads, otherwise] = stages[""];
  let beyond = false;
  for (const value of row) {
    const next = stages[leads[value] ?? otherwise];
    beyond ||= !next;
    if (!beyond) [words, leads, otherwise] = next;
  }
  const over = !Object.keys(leads).length;
  return { words, over, complete: over || beyond };
}
