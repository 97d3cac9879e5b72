// Refusing at Save what the rules refuse, with their own sentence, where the server can't be asked.

import { problemsOf } from "./scoring.js";

/** Milliseconds after which a hand is kept without having been judged. */
const TO_JUDGE = 3000;

const FORMS = ".now form:is([action$='/bid'], [action$='/hands'])";
/** Forms that the rules are asked about, and those that they have taken. */
const asked = new WeakSet();
const taken = new WeakSet();

/** Ask the rules before a form is sent, whenever `isAlone` says that the server can't judge it now. */
export function guardForms(isAlone) {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.matches(FORMS) || taken.delete(form) || !isAlone(form)) return;
    event.preventDefault();
    delete form.dataset.sent;
    if (!asked.has(form)) judge(form, submitter);
  });
  for (const kind of ["input", "click"]) document.addEventListener(kind, ({ target }) => forget(target.closest("form")));
}

async function judge(form, button) {
  asked.add(form);
  const fields = [...new FormData(form), ...(button?.name ? [[button.name, button.value]] : [])];
  // A form can't be sent again while it is being sent.
  await new Promise((done) => setTimeout(done));
  const late = new Promise((done) => setTimeout(done, TO_JUDGE, []));
  const problems = await Promise.race([problemsOf(form, fields).catch(() => []), late]);
  asked.delete(form);
  if (!form.isConnected) return;
  if (problems.length) return refuse(form, problems);
  taken.add(form);
  button.click();
  taken.delete(form);
}

/** Say why a form is not saved, where its result would be; what was entered stays. */
function refuse(form, problems) {
  const said = document.createElement("div");
  said.dataset.refused = "";
  said.setAttribute("role", "alert");
  for (const problem of problems) {
    said.append(Object.assign(document.createElement("p"), { className: "problem", textContent: problem }));
  }
  const result = form.querySelector(".look");
  if (result) result.replaceChildren(said);
  else form.prepend(said);
  said.scrollIntoView({ block: "nearest" });
}

function forget(form) {
  form?.querySelector(":scope > [data-refused]")?.remove();
}
