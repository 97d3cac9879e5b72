// Show a new code beside the QR code once the one on the page has ended.

const SOON = 1000;

let ends = endOf(document.querySelector(".figures"));
setInterval(() => document.hidden || renew(), SOON);

/** Return when figures end, by this phone's clock; never if there are none. */
function endOf(figures) {
  return figures ? Date.now() + 1000 * figures.dataset.seconds : Infinity;
}

async function renew() {
  if (Date.now() < ends) return;
  // Without a network the next try comes in a while.
  ends += 10 * SOON;
  const page = await fetch(location.href).then((answer) => answer.ok && answer.text()).catch(() => "");
  const found = new DOMParser().parseFromString(page || "", "text/html").querySelector(".figures");
  if (!found) return;
  document.querySelector(".figures").replaceWith(found);
  ends = endOf(found);
}
