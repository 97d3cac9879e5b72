// Browsers keep what is behind the “#” of an address to themselves: the form sends it, and its rules are the answer.

const form = document.querySelector("main form");
const packed = location.hash.slice(1);
if (packed) {
  form.elements.recipe.value = packed;
  form.hidden = true;
  // Before the page is complete, this takes its place in the history: “Back” leads to where the link was.
  form.submit();
}
