// A list that is pasted into the field for names keeps its lines, which a field of one line would join.

document.addEventListener("paste", (event) => {
  const field = event.target.closest?.("input.names");
  const lines = event.clipboardData?.getData("text").trim().split(/\s*[\r\n]\s*/) ?? [];
  if (!field || lines.length < 2) return;
  event.preventDefault();
  field.setRangeText(lines.join(", "), field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
