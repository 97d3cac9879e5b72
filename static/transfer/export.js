// A file that is too large need not be sent to be refused.

const chosen = document.querySelector("input[type=file]");

chosen.addEventListener("change", () => {
  const { largest, tooLarge } = chosen.dataset;
  const large = (chosen.files[0]?.size ?? 0) > Number(largest);
  chosen.setCustomValidity(large ? tooLarge : "");
  chosen.reportValidity();
});
