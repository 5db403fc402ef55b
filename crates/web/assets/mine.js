// One's own finished games: the server draws the list; here they are deleted. And who one is: a name, and a link for
// another browser.

import { $, ask, copyBy, language, reason, show, texts } from "./common.js";

async function remove(entry) {
  const said = $(".refusal");
  said.textContent = "";
  try {
    const response = await fetch(`/api/games/${entry.dataset.id}?lang=${language}`, { method: "DELETE" });
    if (!response.ok) {
      said.textContent = reason(await response.json().catch(() => null));
      return;
    }
    const next = entry.nextElementSibling ?? entry.previousElementSibling;
    entry.remove();
    $("a:not([tabindex])", next ?? document).focus();
  } catch {
    said.textContent = reason();
  }
}

$(".played")?.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  const entry = target.closest("li");
  if (!button) return;
  const question = $(".asks > span", entry);
  const asks = button.dataset.do === "delete";
  question.hidden = !asks;
  $("[data-do=delete]", entry).hidden = asks;
  if (asks) $("[data-do=no]", entry).focus();
  if (button.dataset.do === "yes") remove(entry);
  if (button.dataset.do === "no") $("[data-do=delete]", entry).focus();
});

$("#name").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { ok, answer } = await ask("/api/me", { name: form.elements.name.value }).catch(() => ({}));
  if (ok) form.elements.name.value = answer.name ?? "";
  $(".said", form).textContent = ok ? texts.saved : reason(answer);
  form.elements.name.setAttribute("aria-invalid", !ok);
});

// The link is made when it is asked for, and each one takes the place of the one before.
async function showLink(part) {
  const { ok, answer } = await ask("/api/me/move", {}).catch(() => ({}));
  $(".said", part).textContent = ok ? "" : reason(answer);
  show($(".shown", part), ok);
  if (!ok) return;
  $("#link").value = answer.link;
  const picture = $("#picture");
  show(picture, Boolean(answer.picture));
  if (answer.picture) {
    // Cameras want an empty border of four.
    const { size, path } = answer.picture;
    picture.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`);
    $("path", picture).setAttribute("d", path);
  }
}

$("#elsewhere")?.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (button?.dataset.do === "link") showLink($("#elsewhere"));
  if (button?.dataset.do === "copy") copyBy(button, $("#link").value);
});
