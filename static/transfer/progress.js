// Show how far a file was read, every few seconds, until its page shows something else.

const PAUSE = 2000;

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector("[data-moving]");
    if (!answer.ok || !now || page.title !== document.title) {
      location.reload();
      return;
    }
    const shown = document.querySelector("[data-moving]");
    for (const part of ["#how-far", ".said"]) {
      const [old, newer] = [shown.querySelector(part), now.querySelector(part)];
      if (old && newer) old.textContent = newer.textContent;
    }
    shown.querySelector("progress").value = now.querySelector("progress").value;
  } catch {
    // The server is being restarted, or there is no network.
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
