// The house rules of a recipe: numbers, and switches that are on or off.

import { isNamed, keyFor } from "./make_formula.js";

const WHOLE = /^-?\d+$/;

/** Draw the house rules in a fold, with a button that adds one. */
export function drawHouseRules(fold, maker) {
  const { recipe } = maker;
  const rules = recipe.options ?? [];
  const list = fold.querySelector(".house-rules");
  list.replaceChildren(...rules.map((rule, at) => ruleCard(rule, at, maker)));
  if (list.querySelector(".problem")) fold.open = true;
  fold.querySelector(".add-rule").addEventListener("click", () => {
    recipe.options = [...rules, { key: keyFor("", recipe, maker.noKeys, "rule"), label: "", default: 0 }];
    maker.changed();
    maker.redraw();
    document.querySelector(".house-rules > :last-child input").focus();
  });
}

function ruleCard(rule, at, maker) {
  const { recipe } = maker;
  const item = maker.fromTemplate("house-rule", { name: rule.label }).firstElementChild;
  item.prepend(...maker.problemsOf(rule));
  const [label, number] = item.querySelectorAll("input");
  const kind = item.querySelector("select");
  label.value = rule.label;
  label.addEventListener("input", () => {
    rule.label = label.value.trim();
    maker.changed();
  });
  label.addEventListener("change", () => {
    const others = recipe.options.filter((one) => one !== rule);
    if (maker.isOwn || isNamed(rule.key, { ...recipe, options: others })) return;
    rule.key = keyFor(rule.label, { ...recipe, options: others }, maker.noKeys, "rule");
    maker.changed();
  });
  const isNumber = typeof rule.default === "number";
  kind.value = isNumber ? "number" : rule.default ? "on" : "off";
  number.value = isNumber ? rule.default : 0;
  const show = () => (number.closest("label").hidden = kind.value !== "number");
  const note = () => {
    const typed = number.value.trim().replace("−", "-");
    if (kind.value !== "number") rule.default = kind.value === "on";
    else if (WHOLE.test(typed)) rule.default = Number(typed);
    show();
    maker.changed();
  };
  show();
  for (const input of [kind, number]) input.addEventListener("input", note);
  item.querySelector("[data-remove]").addEventListener("click", () => {
    maker.undoably(() => {
      recipe.options.splice(at, 1);
      if (!recipe.options.length) delete recipe.options;
    });
    maker.redraw();
  });
  return item;
}
