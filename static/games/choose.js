// Search the games while a name is typed: everything found is then a row, also what stands beside another game.

const search = document.querySelector("form.search input");
const games = [...document.querySelectorAll(".games li")];
const lists = [...document.querySelectorAll(".games")];

search.addEventListener("input", () => {
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  const searching = words.length > 0;
  for (const game of games) {
    const text = plain(game.querySelector(".whole").textContent);
    game.hidden = searching ? !words.every((word) => text.includes(word)) : "found" in game.dataset;
  }
  for (const list of lists) {
    list.classList.toggle("searching", searching);
    list.hidden = !list.querySelector("li:not([hidden])");
    if (list.matches("details")) list.open = searching;
  }
  for (const part of document.querySelectorAll(".again, .others")) part.hidden = searching;
  document.getElementById("no-game").hidden = lists.some((list) => !list.hidden);
});

/** Return the text in lower case without accents, as the server compares it. */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}
