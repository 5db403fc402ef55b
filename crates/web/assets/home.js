// The first page: what was chosen becomes a game.

import { $, all, ask, goTo, reason, texts } from "./common.js";

const other = { white: "black", black: "white" };

// A game to begin, as the interface wants it, from the fields of a card.
function wanted(game, way, fields) {
  const value = (name) => fields.get(name) || undefined;
  const own = value("start") === "own";
  if (game === "mines") {
    const level = own ? `${value("width")}x${value("height")}/${value("mines")}` : value("start");
    const words = [level, value("rule"), fields.has("no-guess") ? "no-guess" : ""];
    return {
      game,
      start: value("code") ?? words.filter(Boolean).join(" "),
      players: { solo: way === "watch" ? value("other") : "human" },
    };
  }
  const begun = { game, start: own ? value("own") : value("start"), clock: value("clock") };
  if (way === "watch") {
    // Between computers there is no clock: they play only while somebody watches.
    const [white, black] = [value("opponent"), value("other")];
    return { ...begun, clock: undefined, players: { white: white === "human" ? black : white, black } };
  }
  const colour = value("colour");
  const mine = colour === "either" ? (Math.random() < 0.5 ? "white" : "black") : colour;
  if (way === "friend") return { ...begun, mine: [mine] };
  return { ...begun, players: { [mine]: "human", [other[mine]]: value("opponent") } };
}

async function begin(form, way) {
  const said = $(".refusal", form);
  said.textContent = "";
  try {
    const { ok, answer } = await ask("/api/games", wanted(form.dataset.game, way, new FormData(form)));
    if (!ok) return void (said.textContent = reason(answer));
    goTo(answer);
  } catch {
    said.textContent = texts.refused[""];
  }
}

for (const form of all("form[data-game]")) {
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // A press counts once, however often the button is hit.
    if (busy) return;
    busy = true;
    await begin(form, event.submitter?.value ?? (form.dataset.game === "mines" ? "solo" : "computer"));
    busy = false;
  });
  // What is hidden does not count, and cannot be wrong.
  const fold = () => all(".own", form).forEach((part) => {
    part.hidden = form.elements.start.value !== "own";
    all("input", part).forEach((field) => { field.disabled = part.hidden; });
  });
  form.elements.start.addEventListener("change", fold);
  fold();
}
