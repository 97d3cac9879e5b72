// Finding a game while its name is being typed.

const search = document.querySelector("form.search input");
const games = [...document.querySelectorAll(".games li")];

search.addEventListener("input", () => {
  const words = plain(search.value).split(/\s+/);
  for (const game of games) {
    const text = plain(game.textContent);
    game.hidden = !words.every((word) => text.includes(word));
  }
});

/** Small letters without accents, as the server compares them. */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
