// Copy or share a text on the page: the link of an invitation, or who pays whom.

attach(document);
// A page that follows what other phones save has replaced a part of itself.
document.addEventListener("part-replaced", ({ target }) => attach(target));

export function attach(part) {
  for (const button of part.querySelectorAll("button.copy, button.share")) {
    const text = button.closest(".link-to, section").querySelector(".link, .told");
    // A browser that can't share shows only the button that copies, where there is one.
    button.hidden = button.matches(".share") && !navigator.share && button.parentElement.querySelector(".copy");
    button.addEventListener("click", () => give(button, text));
  }
}

async function give(button, text) {
  const said = text.value ?? text.textContent;
  if (button.matches(".share") && navigator.share) {
    // Closing the phone's own dialog rejects the promise, but nothing went wrong.
    await navigator.share(text.matches(".link") ? { url: said } : { text: said }).catch(() => {});
    return;
  }
  // Over plain http in the local network a page may not use the clipboard: then the text is only selected.
  text.closest("details")?.setAttribute("open", "");
  if (text.select) text.select();
  else getSelection().selectAllChildren(text);
  const copied = await navigator.clipboard?.writeText(said).then(
    () => true,
    () => false,
  );
  button.textContent = copied ? "Copied" : "Selected: copy it now";
}
