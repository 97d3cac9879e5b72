// Browsers keep what is behind the “#” of an address to themselves: the form sends it, and its answer is shown here. So the link
// stays in the address, to go back to and to pass on.

const form = document.querySelector("main form");
addEventListener("hashchange", () => location.reload());
if (location.hash.length > 1) read(location.hash.slice(1));

async function read(packed) {
  form.elements.recipe.value = packed;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  // Without a network the form is there, filled in.
  if (!answer) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  for (const part of [".bar", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
}
