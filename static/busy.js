// The page for a database that was busy sends its form again automatically. The form has the same id, so it counts once.

const form = document.querySelector("form[data-try-again]");
setTimeout(() => form.requestSubmit(), 1000 * form.dataset.tryAgain);
