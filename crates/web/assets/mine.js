// One's own finished games: the server draws the list; here they are deleted.

import { $, language, reason } from "./common.js";

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
