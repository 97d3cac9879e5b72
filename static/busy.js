// The page for a database that was busy sends its form again automatically. The form has the same id, so it counts once.

const form = document.querySelector("form[data-try-again]");
setTimeout(() => form.querySelector("button").click(), 1000 * form.dataset.tryAgain);
