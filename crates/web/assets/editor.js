// The page on which a position is set up. The board is a picture that is changed here; whether it is a position, and
// how it is written, the server says after every change.

import { $, all, ask, copyBy, data, goTo, listFacts, reason, say, texts } from "./common.js";
import { Board } from "./board.js";
import { begin, pieceName } from "./state.js";

const { game } = $("main").dataset;
const board = new Board($("#board"));
$("main").style.setProperty("--columns", board.columns);
$("main").style.setProperty("--rows", board.rows);
const page = begin({ texts, card: data.card, seats: [] });

let picture = null;
// How the position that is shown is written; the field may hold another way to write it.
let position = "";
let flipped = false;
// The square from which the hand has taken a piece.
let held = null;

const tool = () => $("[name=tool]:checked").value;
const rights = () => all("[name=right]:checked").map((box) => box.value);
const pieceOf = (name) => {
  const [side, kind] = name.split(" ");
  return kind ? { side, kind } : { kind: side };
};

function draw() {
  board.flip(flipped, picture);
  const marks = new Map(held === null ? [] : [[held, ["selected"]]]);
  board.draw({ ...page, slides: false }, picture, marks);
}

function put(index, piece) {
  picture = { ...picture, cells: picture.cells.map((cell, at) => (at === index ? { ...cell, piece, marks: [] } : { ...cell, marks: [] })) };
}

// ---- The server.

let asked = 0;

// What the server makes of a position, given as text or by what stands where. The last question counts.
async function check(body) {
  asked += 1;
  const number = asked;
  const reply = await ask("/api/positions", { game, ...body }).catch(() => ({ ok: false }));
  if (number !== asked) return;
  const { ok, answer } = reply;
  for (const name of ["analyse", "play", "copy"]) $(`[data-do=${name}]`).disabled = !ok;
  say($("#message"), ok ? "" : reason(answer));
  say($("#status"), ok ? answer.status.join(" ") : "");
  listFacts(ok ? answer.facts : []);
  if (!ok && body.text === undefined) $("#text").value = "";
  if (!ok) return;
  position = answer.position;
  if (body.text === undefined || document.activeElement !== $("#text")) $("#text").value = position;
  if (body.text === undefined) return;
  picture = answer.picture;
  $("#side").value = answer.side;
  all("[name=right]").forEach((box) => { box.checked = answer.rights.includes(box.value); });
  draw();
}

function changed() {
  draw();
  const placed = picture.cells.filter((cell) => cell.piece).map((cell) => [cell.name, pieceName(cell.piece)]);
  check({ placed: Object.fromEntries(placed), side: $("#side").value, rights: rights() });
}

async function start(page_, players) {
  const body = { game, start: position, players };
  const { ok, answer } = await ask("/api/games", body).catch(() => ({ ok: false }));
  if (ok) goTo(answer, page_); else say($("#message"), reason(answer));
}

// ---- What is done.

function press(index) {
  const cell = picture.cells[index];
  if (!cell.name) return;
  const chosen = tool();
  if (chosen === "hand") {
    if (held === null) {
      held = cell.piece ? index : null;
      return draw();
    }
    const from = picture.cells[held];
    if (index !== held) {
      put(index, from.piece);
      put(held, null);
    }
    held = null;
    return changed();
  }
  const piece = chosen === "none" || pieceName(cell.piece) === chosen ? null : pieceOf(chosen);
  put(index, piece);
  changed();
}

board.root.addEventListener("click", (event) => {
  const index = board.index(event.target.closest("button"));
  if (index !== undefined && picture) press(index);
});
board.root.addEventListener("contextmenu", (event) => {
  const index = board.index(event.target.closest("button"));
  event.preventDefault();
  if (index === undefined || !picture) return;
  put(index, null);
  changed();
});
board.root.addEventListener("keydown", (event) => {
  const direction = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
  if (!direction || !board.place.has(event.target)) return;
  event.preventDefault();
  board.focusOn(board.beside(event.target, direction));
});
all("[name=tool]").forEach((input) => input.addEventListener("change", () => {
  held = null;
  draw();
}));
$("#side").addEventListener("change", changed);
all("[name=right]").forEach((box) => box.addEventListener("change", changed));
$("#text").addEventListener("input", ({ target }) => check({ text: target.value }));

const players = { white: "human", black: "human" };
const actions = {
  clear() {
    picture = { ...picture, cells: picture.cells.map((cell) => ({ ...cell, piece: null, marks: [] })) };
    all("[name=right]").forEach((box) => { box.checked = false; });
    changed();
  },
  usual: () => check({ text: "" }),
  flip() {
    flipped = !flipped;
    draw();
  },
  copy: (button) => copyBy(button, position),
  analyse: () => start("/analysis", players),
  play: () => start("", { ...players, [$("#side").value === "white" ? "black" : "white"]: data.computer }),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button && picture) actions[button.dataset.do]?.(button);
});

check({ text: decodeURIComponent(location.hash.slice(1)) });
