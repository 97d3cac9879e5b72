// A button that installs the app, in browsers that can be asked to.

const place = document.getElementById("install");

addEventListener("beforeinstallprompt", (event) => {
  if (!place) return;
  event.preventDefault();
  place.hidden = false;
  place.querySelector("button").onclick = async () => {
    place.hidden = true;
    await event.prompt();
  };
});
