// The page comes alive: what is common to all pages, and then the part for this one.

import { $, drawing, keep } from "./common.js";

// What was set in the address is in a cookie now.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);

$("#theme").addEventListener("change", (event) => {
  document.documentElement.dataset.theme = event.target.value;
  keep("theme", event.target.value);
});

const sound = $("#sound");
sound.addEventListener("click", () => {
  const on = sound.getAttribute("aria-pressed") !== "true";
  sound.setAttribute("aria-pressed", on);
  sound.replaceChildren(drawing(on ? "sound" : "silence", "glyph"));
  keep("sound", on ? "on" : "off");
});

const kind = document.body.dataset.page;
if (kind === "home") import("./home.js");
if (kind === "game") import("./game.js");
