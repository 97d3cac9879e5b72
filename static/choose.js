// Finding a game while its name is being typed.

const search = document.querySelector("form.search input");
const games = [...document.querySelectorAll(".games li")];

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const game of games) {
    const text = game.textContent.toLowerCase();
    game.hidden = !words.every((word) => text.includes(word));
  }
});
