// A figure of the book goes into its field at a tap; without this script the server does it.

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("form.counted .same");
  if (!button) return;
  event.preventDefault();
  const field = button.parentElement.querySelector("input");
  field.value = button.textContent;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
