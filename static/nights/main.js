// Show on this phone what another one has drawn.

import { showDraw } from "./lots.js";

document.addEventListener("part-replaced", ({ target }) => target.matches(".lots") && showDraw());
