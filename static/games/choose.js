// Search the list of games while a name is typed.

const search = document.querySelector("form.search input");
const games = [...document.querySelectorAll(".games li")];
const lists = new Set(games.map((game) => game.closest("section")));

search.addEventListener("input", () => {
  const words = plain(search.value).split(/\s+/);
  for (const game of games) {
    const text = plain(game.textContent);
    game.hidden = !words.every((word) => text.includes(word));
  }
  for (const list of lists) list.hidden = !list.querySelector(".games li:not([hidden])");
  document.getElementById("no-game").hidden = games.some((game) => !game.hidden);
});

/** Return the text in lower case without accents, as the server compares it. */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}
