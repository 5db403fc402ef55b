// The lab: what was learnt is played, learning starts and stops, and what is shown stays true while a run learns.
//
// The server draws the page. While something changes (data-changes on main), the page is asked for again, with the
// version that is shown, and the parts that differ are put in place. Nothing ticks otherwise, or in a hidden tab.

import { $, all, ask, goTo, reason, texts } from "./common.js";

const PAUSE = 1000;
let timer;

const main = () => $("main");
const key = (element) => element?.id && `#${CSS.escape(element.id)}`;

// Puts the parts of a newer page in the places of those that differ; the focus stays where it was.
function draw(next) {
  const focused = key(document.activeElement);
  const parts = all("[data-part]", next);
  const ids = (found) => found.map((part) => part.id).join();
  if (ids(parts) === ids(all("[data-part]"))) {
    for (const part of parts) {
      const old = $(key(part));
      // A screen reader reads out what changes in an element, and not what takes its place.
      if (part.getAttribute("role") === "status") {
        if (old.textContent !== part.textContent) old.textContent = part.textContent;
      } else if (!old.isEqualNode(part)) old.replaceWith(part);
    }
    for (const { name, value } of $("main", next).attributes) main().setAttribute(name, value);
    main().toggleAttribute("data-changes", $("main", next).hasAttribute("data-changes"));
  } else {
    main().replaceWith($("main", next));
  }
  if (focused && document.activeElement === document.body) $(focused)?.focus();
}

async function refresh() {
  clearTimeout(timer);
  try {
    const response = await fetch(location.pathname, { headers: { "If-None-Match": main().dataset.version } });
    if (response.ok) draw(new DOMParser().parseFromString(await response.text(), "text/html"));
    say("");
  } catch {
    say(texts.reconnecting);
  }
  schedule();
}

function say(text) {
  const line = $("#connection");
  if (line.textContent !== text) line.textContent = text;
}

function schedule() {
  clearTimeout(timer);
  if (document.visibilityState === "visible" && main().hasAttribute("data-changes")) timer = setTimeout(refresh, PAUSE);
}

// One request for each press; why it was refused is said beside what was pressed.
async function send(from, path, body, done) {
  const said = $(".refusal", from.closest("[data-acts]"));
  if (from.hasAttribute("data-busy")) return;
  from.toggleAttribute("data-busy", true);
  said.textContent = "";
  try {
    const { ok, answer } = await ask(path, body);
    if (ok) done(answer); else said.textContent = reason(answer);
  } catch {
    said.textContent = reason();
  }
  from.toggleAttribute("data-busy", false);
}

function play(button) {
  const { game, start, mine, other } = button.closest("[data-game]").dataset;
  send(button, "/api/games", { game, start, players: { [mine]: "human", [other]: button.dataset.player } }, goTo);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.player) play(button);
  if (button?.dataset.stop) send(button, `/api/lab/runs/${button.dataset.stop}/stop`, {}, refresh);
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = form.elements;
  const minutes = Number(fields.minutes.value);
  if (form.dataset.resume) {
    send(form, `/api/lab/runs/${form.dataset.resume}/resume`, { minutes }, refresh);
    return;
  }
  const { game, start } = fields.game.selectedOptions[0].dataset;
  const wanted = { game, start: start || undefined, method: fields.method.value, minutes, seed: Number(fields.seed.value) };
  send(form, "/api/lab/runs", wanted, ({ run }) => location.assign(`/lab/${run}`));
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh(); else clearTimeout(timer);
});

schedule();
