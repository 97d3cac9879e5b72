// Refuse a file that is too large before it is sent.

const chosen = document.querySelector("input[type=file]");

chosen.addEventListener("change", () => {
  const { largest, tooLarge } = chosen.dataset;
  const large = (chosen.files[0]?.size ?? 0) > Number(largest);
  chosen.setCustomValidity(large ? tooLarge : "");
  chosen.reportValidity();
});
