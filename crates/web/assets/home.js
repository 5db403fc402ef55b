// The first page: what was chosen becomes a game.

import { $, all, ask, goTo, memory, reason, texts } from "./common.js";

const other = { white: "black", black: "white" };

// Where the game starts: a code, or what was chosen with everything else that belongs to it.
function start(form, fields) {
  const value = (name) => fields.get(name) || undefined;
  if (value("code")) return value("code");
  const numbers = () => all("[data-before]", form).map((field) => field.dataset.before + field.value).join("");
  const chosen = value("start") === "own" ? value("own") ?? numbers() : value("start");
  const extras = all("[data-extra]", form).map((extra) => value((extra.control ?? extra).name));
  return [chosen, ...extras].filter(Boolean).join(" ") || undefined;
}

// A game to begin, as the interface wants it, from the fields of a form.
function wanted(form, way, fields) {
  const value = (name) => fields.get(name) || undefined;
  if (way === "daily") return { game: form.dataset.game, daily: true };
  const begun = { game: form.dataset.game, start: start(form, fields) };
  const alone = !form.elements.colour;
  if (alone) return { ...begun, players: { solo: way === "watch" ? value("other") : "human" } };
  if (way === "watch") {
    // Between computers there is no clock: they play only while a page watches them.
    const [white, black] = [value("opponent"), value("other")];
    return { ...begun, players: { white: white === "human" ? black : white, black } };
  }
  if (way === "analyse") return { ...begun, players: { white: "human", black: "human" } };
  const colour = value("colour");
  const mine = colour === "either" ? (Math.random() < 0.5 ? "white" : "black") : colour;
  const timed = { ...begun, clock: value("clock") === "own" ? value("time") : value("clock") };
  if (way === "friend") return { ...timed, mine: [mine] };
  return { ...timed, players: { [mine]: "human", [other[mine]]: value("opponent") } };
}

// What was chosen last time is chosen again; a position of one's own or a code was for once.
const ONCE = ["own", "code", "way"];

function remember(form) {
  const fields = [...form.elements].filter(({ name, type, checked }) => name && !ONCE.includes(name) && (type !== "radio" || checked));
  const lasting = fields.filter(({ name, value }) => !(name === "start" && value === "own" && form.elements.own));
  const chosen = lasting.map(({ name, type, checked, value }) => [name, type === "checkbox" ? checked : value]);
  memory.set(`chosen ${form.dataset.game}`, JSON.stringify(Object.fromEntries(chosen)));
}

function recall(form) {
  let chosen = {};
  try { chosen = JSON.parse(memory.get(`chosen ${form.dataset.game}`) ?? "{}"); } catch { /* what cannot be read is forgotten */ }
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.elements[name];
    if (!field) continue;
    const known = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value);
    if (field.type === "checkbox") field.checked = value === true; else if (known) field.value = value;
  }
}

async function begin(form, way) {
  const said = $(".refusal", form);
  said.textContent = "";
  const { start, own } = form.elements;
  if (way !== "daily" && start.value === "own" && own && !own.value.trim()) {
    said.textContent = texts.noPosition;
    return void own.focus();
  }
  remember(form);
  try {
    const { ok, answer } = await ask("/api/games", wanted(form, way, new FormData(form)));
    if (ok) goTo(answer, way === "analyse" ? "/analysis" : ""); else said.textContent = reason(answer);
  } catch {
    said.textContent = reason();
  }
}

for (const form of all("form[data-game]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // A press counts once, however often the button is hit.
    if (form.hasAttribute("data-busy")) return;
    form.toggleAttribute("data-busy", true);
    await begin(form, event.submitter?.value ?? $(".main", form).value);
    form.toggleAttribute("data-busy", false);
  });
  // What is hidden does not count, and cannot be wrong.
  const fold = () => all(".own", form).forEach((part) => {
    part.hidden = form.elements[part.dataset.own ?? "start"].value !== "own";
    all("input", part).forEach((field) => { field.disabled = part.hidden; });
  });
  for (const field of [form.elements.start, form.elements.clock]) field?.addEventListener("change", fold);
  recall(form);
  fold();
  // The opponent that is chosen is in sight when the choices are unfolded.
  $(".fold", form).addEventListener("toggle", () => {
    const chosen = $(".level :checked", form)?.closest(".level");
    if (chosen) chosen.parentElement.scrollTop = chosen.offsetTop - chosen.offsetHeight;
  });
}

// What reads files comes when there is one.
async function open(file) {
  const { openFile } = await import("./files.js");
  await openFile(file);
}

$("#file")?.addEventListener("change", ({ target }) => {
  if (target.files.length) open(target.files[0]);
  // The same file can be chosen again.
  target.value = "";
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length && $("#file")) open(event.dataTransfer.files[0]);
});
