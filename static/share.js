// Copy or share a text on the page: the club's link, or who pays whom.

for (const button of document.querySelectorAll("button.copy, button.share")) {
  const text = button.parentElement.querySelector(".link, .told");
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (button.matches(".share") && navigator.share) {
      // Closing the phone's own dialog rejects the promise, but nothing went wrong.
      await navigator.share({ text: text.value }).catch(() => {});
      return;
    }
    // Over plain http in the local network a page may not use the clipboard: then the text is only selected.
    text.select();
    const copied = await navigator.clipboard?.writeText(text.value).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : "Selected: copy it now";
  });
}
