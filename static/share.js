// Handing on a text that the page shows: the club's link, or who pays whom.

for (const button of document.querySelectorAll("button.copy, button.share")) {
  const text = button.parentElement.querySelector(".link, .told");
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (button.matches(".share") && navigator.share) {
      // Whoever closes the phone's own sheet has changed their mind, and nothing went wrong.
      await navigator.share({ text: text.value }).catch(() => {});
      return;
    }
    // Over plain http in the local network a browser has no clipboard, or it may not use it;
    // then the text is only selected.
    text.select();
    const copied = await navigator.clipboard?.writeText(text.value).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : "Selected: copy it now";
  });
}
