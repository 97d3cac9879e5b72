// Copying the club's link.

const link = document.querySelector("input.link");
const copy = document.querySelector("button.copy");

// Over plain http in the local network a browser has no clipboard; then the link is only selected.
copy.hidden = false;
copy.addEventListener("click", async () => {
  link.select();
  await navigator.clipboard?.writeText(link.value);
  copy.textContent = navigator.clipboard ? "Copied" : "Selected: copy it now";
});
