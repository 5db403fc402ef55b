// Files with games in them. A file is read part by part: the server says where the games of a part begin and end, and keeps
// nothing; the list is made here, and a game that is chosen is cut out of the file and opened.

import { $, ask, data, element, goTo, reason, texts } from "./common.js";
import { fill } from "./state.js";

// So many games of a list are drawn at first, and again whenever more are wanted.
const drawnAtOnce = 100;
const list = $("#in-file");
const [count, progress, filter, games, more] = ["p", "progress", "input", "ol", "button"].map((tag) => $(tag, list));

const refuse = (text) => { $("#open .refusal").textContent = text; };

// Older files are not in UTF-8.
async function textOf(blob) {
  const bytes = await blob.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// One game: of the games whose files end so, or of the first that can read it.
async function open(blob, cards) {
  const record = await textOf(blob);
  let refused;
  for (const { game, analysable } of cards) {
    const { ok, answer } = await ask("/api/games", { game, record });
    if (ok) return goTo(answer, analysable ? "/analysis" : "");
    refused ??= answer;
  }
  refuse(reason(refused));
}

// The parts of a file with the games in them. The next part begins after the games of the one before; a game that does not
// fit into a part gives none.
async function* parts(file, game) {
  for (let from = 0, known = game; ;) {
    const to = Math.min(file.size, from + data.largest);
    const last = to === file.size;
    const query = `/api/files?last=${last}${known ? `&game=${known}` : ""}`;
    const { ok, answer, wait } = await ask(query, file.slice(from, to));
    if (!ok && wait) {
      await new Promise((resolve) => { setTimeout(resolve, wait * 1000); });
      continue;
    }
    if (!ok) throw answer;
    known ??= answer.games.length ? answer.game : undefined;
    yield { ...answer, games: answer.games.map((each) => ({ ...each, from: from + each.from, to: from + each.to })), last, to };
    if (last || !answer.read) return;
    from += answer.read;
  }
}

// ---- The list.

let state = { file: null, games: [], cards: [], drawn: drawnAtOnce };

function draw() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, occasion, result }) => {
    const said = `${title} ${occasion} ${result}`.toLowerCase();
    return words.every((word) => said.includes(word));
  };
  const found = words.length ? state.games.filter(fits) : state.games;
  games.replaceChildren(...found.slice(0, state.drawn).map((game) => {
    const button = element(
      "button", { type: "button" },
      element("span", { class: "quiet" }, `${game.number}.`),
      element("b", {}, game.title || fill(texts.nameless, game.number)),
      element("span", { class: "quiet" }, game.occasion),
      element("span", {}, game.result),
    );
    button.addEventListener("click", () => choose(button, game));
    return element("li", {}, button);
  }));
  more.hidden = found.length <= state.drawn;
  if (words.length) count.textContent = fill(texts.found, found.length, state.games.length);
}

async function choose(button, { from, to }) {
  if (button.hasAttribute("aria-busy")) return;
  refuse("");
  button.setAttribute("aria-busy", "true");
  try {
    await open(state.file.slice(from, to), state.cards);
  } catch {
    refuse(reason());
  }
  button.removeAttribute("aria-busy");
}

filter.addEventListener("input", () => {
  state.drawn = drawnAtOnce;
  draw();
  if (!filter.value.trim()) tell();
});
more.addEventListener("click", () => {
  state.drawn += drawnAtOnce;
  draw();
});

let read = 0;

function tell() {
  count.textContent = fill(texts.reading, state.games.length, read);
  progress.value = read;
  progress.hidden = read >= 100;
}

// A file that a person has chosen. One with a single game is opened; of one with more the games are listed.
export async function openFile(file) {
  const ending = file.name.toLowerCase().split(".").at(-1);
  const named = data.records.filter(({ extensions }) => extensions.includes(ending));
  const cards = named.length ? named : data.records;
  refuse("");
  list.hidden = true;
  state = { file, games: [], cards, drawn: drawnAtOnce };
  filter.value = "";
  read = 0;
  try {
    for await (const part of parts(file, named[0]?.game)) {
      // Another file was chosen meanwhile.
      if (state.file !== file) return;
      part.games.forEach((game) => state.games.push({ ...game, number: state.games.length + 1 }));
      if (part.last && state.games.length < 2) return await open(file, cards);
      if (!part.last && !part.read) {
        refuse(state.games.length ? fill(texts.tooLong, Math.floor(data.largest / 1024)) : texts.noGame);
        if (!state.games.length) return;
      }
      read = Math.floor((100 * part.to) / file.size);
      if (list.hidden) {
        list.hidden = false;
        $("h3", list).textContent = fill(texts.games, file.name);
        $("h3", list).focus();
      }
      tell();
      // What is in sight does not change while the rest is read.
      if (games.children.length < state.drawn || filter.value.trim() || part.last) draw();
    }
  } catch (problem) {
    if (state.file === file) refuse(reason(problem?.message && problem.code ? problem : undefined));
  }
}
