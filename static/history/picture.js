// A link to a drawing becomes a button that shares it as a photo, or saves it where the browser can't share files.

/** Pixels. */
const WIDTH = 1080;

export function attach(part) {
  for (const link of part.querySelectorAll("a.picture")) link.replaceWith(photoButton(link));
}

function photoButton(link) {
  const { className, download, href } = link;
  const name = download.replace(/svg$/, "png");
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  const label = canShare(new File([" "], name, { type: "image/png" })) ? "Send picture" : "Save picture";
  button.append(...link.childNodes);
  const words = button.querySelector("span");
  words.textContent = label;
  let photo = null;
  const draw = () => (photo ??= drawPhoto(href, name).catch(() => (photo = null)));
  // A phone shares only shortly after a tap, so the photo is drawn when the finger comes down.
  button.addEventListener("pointerdown", draw);
  button.addEventListener("click", async () => {
    const drawn = await draw();
    words.textContent = drawn ? label : "No network: try again";
    if (drawn) await give(drawn);
  });
  return button;
}

function canShare(file) {
  return Boolean(navigator.canShare?.({ files: [file] }));
}

/** Return the drawing at an address as a photo. */
async function drawPhoto(address, name) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const image = new Image();
  const loaded = new Promise((done, fail) => Object.assign(image, { onload: done, onerror: fail }));
  image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  await loaded;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.height) / image.width);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], name, { type: blob.type });
}

/** Share a photo, or save it where that is not possible. */
async function give(photo) {
  if (!canShare(photo)) return save(photo);
  try {
    await navigator.share({ files: [photo] });
  } catch (error) {
    // Someone who closes the phone's own dialog wants no file either.
    if (error.name !== "AbortError") save(photo);
  }
}

function save(photo) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(photo);
  link.download = photo.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
