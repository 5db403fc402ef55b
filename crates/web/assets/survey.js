// The page on which a board is typed or clicked together. Its text is all that is changed here; the server reads it after
// every change and says how it looks and what can be known of it.

import { $, all, ask, copyBy, data, element, listFacts, reason, say, texts } from "./common.js";
import { Board } from "./board.js";
import { begin } from "./state.js";

const { game } = $("main").dataset;
const { letters } = data;
const page = begin({ texts, card: data.card, seats: [] });
const board = new Board($("#board"));
// Cells are named in sentences here.
board.root.dataset.coordinates = "edge";
// A person who types is asked about when they pause; a press is asked about almost at once.
const typingPause = 300;
const pressPause = 60;

// The rows of the board as it was last read, with what was pressed since; none before the first answer.
let rows = null;
let picture = null;
let odds = new Map();
let marks = new Map();

const fields = () => all("[data-before]");
const sizes = () => fields().map((field) => field.dataset.before + field.value).join("");
const written = () => [sizes(), ...rows].join("\n");
const meant = (letter) => letters.find((each) => each.letter === letter);

// ---- The board.

// The squares of a board of another size.
function resize({ columns, rows: lines }) {
  if (!board.picture) board.coordinates(picture);
  if (board.columns === columns.length && board.rows === lines.length) return;
  const cell = (name) => element("div", { role: "gridcell" }, element("button", { type: "button", tabindex: "-1", "data-name": name }));
  const line = (at) => element("div", { class: "row", role: "row" }, ...columns.map((column) => cell(column + lines[at])));
  board.root.replaceChildren(...lines.map((_, at) => line(at)));
  board.collect();
  board.cursor = board.buttons[0];
  board.cursor.tabIndex = 0;
  board.coordinates(picture);
}

function draw() {
  resize(picture);
  $("main").style.setProperty("--columns", board.columns);
  $("main").style.setProperty("--rows", board.rows);
  board.draw({ ...page, odds: { cells: odds } }, picture, marks);
}

// ---- The server.

let timer = 0;
let asked = 0;

function askSoon(text, pause) {
  clearTimeout(timer);
  asked += 1;
  const number = asked;
  timer = setTimeout(() => survey(text, number), pause);
}

// The last question counts.
async function survey(text, number) {
  const reply = await ask("/api/probabilities", { game, board: text }).catch(() => ({ ok: false }));
  if (number !== asked) return;
  const { ok, status, answer, wait } = reply;
  // The server has other things to do first.
  if (status === 503) return askSoon(text, 1000 * Math.max(1, wait));
  const fault = ok ? answer.fault?.message : reason(answer);
  say($("#message"), fault ?? "");
  say($("#verdict"), ok ? answer.verdict ?? "" : "");
  listFacts(ok ? answer.facts : []);
  odds = new Map(ok ? answer.probabilities.map(({ cell, mine }) => [cell, mine]) : []);
  marks = new Map();
  if (ok) read(answer);
  if (picture) draw();
}

function read(answer) {
  picture = answer.picture;
  rows = answer.board.trim().split("\n").slice(1);
  fields().forEach((field, at) => { if (document.activeElement !== field) field.value = answer.numbers[at]; });
  if (document.activeElement !== $("#text")) $("#text").value = answer.board;
  const mark = (name, how) => marks.set(picture.cells.findIndex((cell) => cell.name === name), [how]);
  // Where most cells are alike, marks would say nothing.
  if (answer.safest.length * 2 <= answer.probabilities.length) answer.safest.forEach((name) => mark(name, "hint"));
  if (answer.fault?.cell) mark(answer.fault.cell, "fault");
}

// ---- What is done.

function put(index, letter) {
  const [x, y] = [index % board.columns, Math.floor(index / board.columns)];
  const { shade, piece } = meant(letter);
  rows[y] = rows[y].slice(0, x) + letter + rows[y].slice(x + 1);
  picture = { ...picture, cells: picture.cells.map((cell, at) => (at === index ? { ...cell, shade, piece } : cell)) };
  odds.delete(picture.cells[index].name);
  draw();
  changed();
}

function changed() {
  $("#text").value = `${written()}\n`;
  askSoon(written(), pressPause);
}

const letterAt = (index) => rows[Math.floor(index / board.columns)][index % board.columns];
const after = (letter) => letters[(letters.indexOf(meant(letter)) + 1) % letters.length].letter;

board.root.addEventListener("click", ({ target }) => {
  const index = board.index(target.closest("button"));
  if (index === undefined || !rows) return;
  board.focusOn(index, false);
  put(index, $("[name=letter]:checked").value || after(letterAt(index)));
});
board.root.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  const index = board.index(event.target.closest("button"));
  const mark = letters.find(({ piece }) => piece?.kind === data.card.verbs.marked)?.letter;
  if (index === undefined || !rows || !mark) return;
  put(index, letterAt(index) === mark ? letters[0].letter : mark);
});
board.root.addEventListener("keydown", (event) => {
  const index = board.index(event.target);
  if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
  const typed = ["Delete", "Backspace"].includes(event.key) ? letters[0] : meant(event.key.toUpperCase());
  if (!direction && !(typed && rows)) return;
  event.preventDefault();
  if (direction) board.focusOn(board.beside(event.target, direction)); else put(index, typed.letter);
});

// Another size keeps what is on the board, and adds cells that show the first letter.
fields().forEach((field) => field.addEventListener("input", () => {
  if (!rows) return;
  const wrong = fields().find((each) => !each.checkValidity() || !each.value);
  if (wrong) return say($("#message"), `${wrong.labels[0].innerText.trim()}: ${wrong.validationMessage || `${wrong.min} – ${wrong.max}`}`);
  const [columns, lines] = fields().map((each) => Number(each.value));
  const [empty] = letters;
  rows = Array.from({ length: lines }, (_, at) => (rows[at] ?? "").slice(0, columns).padEnd(columns, empty.letter));
  changed();
}));

$("#text").addEventListener("input", ({ target }) => askSoon(target.value, typingPause));

const actions = {
  clear() {
    rows = rows.map((row) => letters[0].letter.repeat(row.length));
    changed();
  },
  example() {
    $("#text").value = data.example;
    askSoon(data.example, 0);
  },
  copy: (button) => copyBy(button, $("#text").value),
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (button && rows) actions[button.dataset.do]?.(button);
});

// The board in the address, or the example.
const given = decodeURIComponent(location.hash.slice(1));
if (given) $("#text").value = given;
askSoon(given || data.example, 0);
