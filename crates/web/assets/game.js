// The page of a game: scenes are drawn, what is pressed becomes commands.

import { $, all, ask, copy, data, drawing, element, fill, goTo, language, memory, reason, say, show, texts } from "./common.js";
import { Board } from "./board.js";
import { Picker, Sweeper } from "./input.js";
import { Wire } from "./wire.js";
import { play } from "./sound.js";

const main = $("main");
const { id, game } = main.dataset;
const mines = game === "mines";
const board = new Board($("#board"));
main.style.setProperty("--columns", board.columns);
main.style.setProperty("--rows", board.rows);

// What is true, as the server has told it last.
let scene = null;
let you = main.dataset.you || null;
let seats = data.seats;
// What the page adds: moves on their way, a look back, what was closed.
const pending = [];
let past = null;
let closed = false;
let bottom = null;
let flipWanted = false;
let heardAt = 0;

const wire = new Wire(id, update, connection);
const picker = mines ? null : new Picker(board, choose, speak);
const sweeper = mines ? new Sweeper(board, sweep) : null;
const path = `/api/games/${id}`;

const place = (seat) => scene.players.find((player) => player.seat === seat);
const isPerson = (seat) => place(seat)?.player === "human";
const mine = () => seats.filter((seat) => seat.yours).map((seat) => seat.seat);
const other = { white: "black", black: "white" };

function speak(text) {
  $("#live").textContent = text;
}

function tell(text, note = false) {
  const message = $("#message");
  message.classList.toggle("note", note);
  say(message, text);
}

// ---- What comes from the server.

function update(news) {
  const first = scene === null;
  const before = scene;
  scene = news.scene;
  you = news.you ?? null;
  if (news.seats) seats = news.seats;
  heardAt = performance.now();
  while (pending.length && pending[0].expected < scene.next) pending.shift();
  if (before && before.next !== scene.next) changed(news.events ?? [], before);
  main.dataset.you = you ?? "";
  main.toggleAttribute("data-over", scene.over);
  if (past && past.ply >= scene.moves.length) past = null;
  if (news.rematch && scene.over) offerRematch(news.rematch);
  if ("pace" in news) showPace(news.pace);
  draw(!first);
}

// What has just happened is said, heard, and clears what was said before.
function changed(events, before) {
  tell("");
  board.point(null);
  if (picker) picker.hinted = null; else board.mark(new Map());
  if (board.chances) chancesAgain();
  const said = [];
  for (const event of events) {
    if (event.event === "moved" && !mines) said.push(fill(texts.moved, texts.seats[event.seat], event.move));
    if (event.event === "taken-back") said.push(texts.takenBack);
    if (event.event === "draw-declined") {
      const declined = fill(texts.declinesDraw, texts.seats[event.seat]);
      tell(declined, true);
      said.push(declined);
    }
  }
  speak([...said, ...(mines ? opened(before) : []), ...(mines && !scene.over ? [] : scene.status)].join(" "));
  const marked = (name) => scene.picture.cells.some((cell) => cell.marks.includes(name));
  const count = (drawn) => drawn.picture.cells.filter((cell) => cell.piece?.side).length;
  if (scene.over && scene.picture.cells.some((cell) => cell.piece?.kind === "hit-mine")) play("mine");
  else if (scene.over) play("end");
  else if (marked("check")) play("check");
  else if (events.some((event) => event.event === "moved")) play(count(scene) < count(before) ? "capture" : "move");
}

// What a change on a board of Minesweeper comes to: one cell as it is now, or how many.
function opened(before) {
  const look = (cell) => `${cell.shade} ${cell.piece?.kind}`;
  const news = scene.picture.cells.flatMap((cell, index) => (look(cell) === look(before.picture.cells[index]) ? [] : [index]));
  return [news.length === 1 ? `${board.spoken(news[0], "", undefined, scene.picture)}.` : fill(texts.cellsChanged, news.length)];
}

function connection(up, waiting) {
  say($("#connection"), up ? "" : `${texts.reconnecting}${waiting ? ` ${texts.kept}` : ""}`);
}

// ---- Drawing.

function draw(slides = true) {
  const picture = past?.picture ?? withPending(scene.picture);
  orient(picture);
  board.draw(picture, slides);
  if (picker) {
    picker.offer(past || pending.length ? [] : scene.choices);
    followTurn();
  }
  if (sweeper) sweeper.running = !scene.over && you === "solo" && isPerson("solo") && !past;
  drawBars();
  drawStatus();
  drawControls();
  if (mines) drawMines(); else drawMoves();
  drawEnding();
  drawInvitation();
  tick();
}

// Moves that are on their way are shown as if they had arrived.
function withPending(picture) {
  if (!pending.length) return picture;
  const cells = [...picture.cells];
  const put = (index, part) => { cells[index] = { ...cells[index], ...part }; };
  for (const { choice, flag } of pending) {
    if (flag !== undefined) put(flag, { piece: cells[flag].piece ? null : { kind: "flag" } });
    if (!choice) continue;
    cells.forEach((cell, index) => { if (cell.marks.length) put(index, { marks: [] }); });
    const squares = choice.path.map((name) => board.find(name));
    if (squares.length === 1) put(squares[0], { piece: { kind: "disc", side: you }, marks: ["last-move"] });
    if (squares.length < 2) continue;
    const { piece } = cells[squares[0]];
    squares.forEach((index) => put(index, { marks: ["last-move"] }));
    put(squares[0], { piece: null });
    put(squares.at(-1), { piece: choice.promotion ? { ...piece, kind: choice.promotion } : piece });
  }
  return { ...picture, cells };
}

// The own side is at the bottom. Who plays both sides, or none, keeps what is there. An Othello board has
// no sides: it is always read from a1 at the top left.
function orient(picture) {
  if (mines) return;
  const own = mine().filter(isPerson);
  if (own.length === 1) [bottom] = own;
  bottom ??= $("[data-bar=bottom]").dataset.seat;
  board.flip((bottom === "black" && game !== "othello") !== flipWanted, picture);
}

// After a move the cursor goes to the side to move, if the keyboard is on the board: to where that side
// had it, or to the piece nearest to the middle.
let seatBefore = null;
const cursors = {};
function followTurn() {
  if (!you || you === seatBefore || !scene.choices.length) return;
  const held = board.place.has(document.activeElement);
  if (seatBefore) cursors[seatBefore] = board.index(board.cursor);
  if (held || !seatBefore) board.focusOn(cursors[you] ?? nearest(), held);
  seatBefore = you;
}

function nearest() {
  const starts = scene.choices.filter((choice) => choice.path.length).map((choice) => board.find(choice.path[0]));
  const far = (index) => Math.hypot(index % board.columns - (board.columns - 0.8) / 2, Math.floor(index / board.columns) - (board.rows - 1) / 2);
  return starts.reduce((best, index) => (far(index) < far(best) ? index : best), starts[0]);
}

function playerName(seat) {
  const { player } = place(seat);
  if (player !== "human") return texts.players[player] ?? texts.players[player.split(":")[0]] ?? player;
  const known = seats.find((each) => each.seat === seat);
  if (known?.yours) return texts.you;
  return known?.taken ? texts.players.human : texts.freeSeat;
}

function drawBars() {
  if (mines) return;
  const near = flipWanted ? other[bottom] : bottom;
  for (const [at, seat] of [["bottom", near], ["top", other[near]]]) {
    const bar = $(`[data-bar=${at}]`);
    bar.dataset.seat = seat;
    bar.toggleAttribute("data-to-move", place(seat).to_move);
    say($(".seat", bar), texts.seats[seat]);
    say($("[data-player]", bar), playerName(seat));
    drawTally($("[data-tally]", bar), scene.tallies.find((tally) => tally.side === seat), seat);
  }
}

const letters = { Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

// Captured pieces are shown as pieces; everything else is a number.
function drawTally(where, tally, seat) {
  const { value, label } = tally;
  if (where.dataset.value === value + seat) return;
  where.dataset.value = value + seat;
  where.setAttribute("aria-label", `${label}: ${value || 0}`);
  if (game === "othello") return void say(where, value);
  const kinds = game === "chess" ? [...value].map((letter) => letters[letter]) : Array(Number(value)).fill("man");
  where.replaceChildren(...kinds.map((kind) => drawing(kind, `piece ${other[seat]} ${kind}`)));
}

function drawStatus() {
  const said = past ? [past.ply ? fill(texts.lookingBack, past.ply) : texts.start] : [...scene.status];
  const mover = scene.players.find((player) => player.to_move);
  if (!past && mover && mover.player !== "human" && !scene.over && !mines) said.push(texts.thinking);
  say($("#status"), said.join(" "));
  const myTurn = scene.choices.length > 0 && !scene.over && !mines;
  document.title = document.title.replace(/^(● )?/, myTurn ? "● " : "");
}

const people = () => scene.players.filter((player) => player.player === "human").length;

function drawControls() {
  const offered = new Set(scene.controls);
  // Minesweeper is restarted and not given up.
  if (mines) ["resign", "abort", "rematch"].forEach((name) => offered.delete(name));
  const own = mine();
  const myPeople = own.filter(isPerson);
  // Whoever looks on from a computer's seat takes over first.
  if (!myPeople.length) offered.forEach((name) => name !== "rematch" && offered.delete(name));
  const running = !scene.over && own.length > 0;
  const turn = scene.players.find((player) => player.to_move)?.seat;
  if (running && people() === 1 && myPeople.includes(turn)) offered.add("hint").add("probabilities");
  if (running && (myPeople.length ? people() === 1 : true)) offered.add("mayhem");
  if (scene.choices.some((choice) => !choice.path.length)) offered.add("pass");
  for (const name of ["flip", "new", "restart", "flag-mode", "join-rematch"]) offered.add(name);
  if (!running) offered.delete("flag-mode");
  if (!own.length && mines) offered.delete("restart");
  for (const button of all("#controls [data-do]")) show(button, offered.has(button.dataset.do));
  say($("[data-do=mayhem]"), myPeople.length ? texts.mayhemOn : texts.mayhemOff);
  if (!offered.has("resign")) show($("#ask"), false);
  for (const field of all("[data-exchange]")) {
    const seat = field.dataset.exchange;
    show(field, running && own.includes(seat) && !(people() === 2 && own.length === 1));
    const select = $("select", field);
    const player = place(seat).player.replace(/^(random):.*/, "$1");
    if (select.value !== player) select.value = player;
  }
  show($("[data-pace]"), running && people() === 0);
  show($(".watching"), !own.length);
}

function drawMoves() {
  const list = $("#moves");
  const names = scene.moves;
  const there = list.children;
  while (there.length > names.length) there[there.length - 1].remove();
  names.forEach((name, at) => {
    const button = there[at] && $("button", there[at]);
    if (button) return say(button, name);
    list.append(element("li", {}, element("button", { type: "button", tabindex: -1, "data-ply": at + 1 }, name)));
  });
  const shown = past ? past.ply : names.length;
  const current = there[shown - 1] && $("button", there[shown - 1]);
  for (const button of all("[aria-current]", list)) if (button !== current) button.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  if (current && list.dataset.shown !== String(shown)) {
    list.dataset.shown = shown;
    // Only the list scrolls, never the page.
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
  $("[data-do=first]").disabled = $("[data-do=previous]").disabled = shown === 0;
  $("[data-do=next]").disabled = $("[data-do=last]").disabled = !past;
}

// Nothing is left to be opened.
const won = () => scene.picture.cells.every((cell) => cell.shade !== "closed" || cell.piece);

function drawMines() {
  say($("#counter"), scene.tallies[0].value);
  const hit = scene.picture.cells.some((cell) => cell.piece?.kind === "hit-mine");
  const face = scene.over && hit ? "face-lost" : scene.over && won() ? "face-won" : "face";
  if ($("#face").dataset.face !== face) {
    $("#face").dataset.face = face;
    $("#face").replaceChildren(drawing(face, "glyph"));
  }
  show($("#code"), Boolean(scene.code));
  $("#code-text").value = scene.code ?? "";
  show($("[data-do=export]"), scene.over);
  if (scene.over && !main.dataset.best) bestTimes();
}

function drawEnding() {
  const there = $("#ending");
  if (!scene.over || closed || past) return void there?.remove();
  const ending = there ?? $("#ending-template").content.cloneNode(true).firstElementChild;
  say($("p", ending), scene.status[0]);
  show($(".main", ending), scene.controls.includes("rematch"));
  if (!there) $("#over-board").append(ending);
}

// ---- Clocks: they tick while one runs, and not otherwise.

let ticking = 0;
function tick() {
  clearTimeout(ticking);
  const gone = performance.now() - heardAt;
  let wait = 0;
  if (mines) {
    const timer = scene.timer ?? { elapsed: 0, running: false };
    const elapsed = timer.elapsed + (timer.running ? gone : 0);
    say($("#timer"), String(scene.over ? (elapsed / 1000).toFixed(1) : Math.floor(elapsed / 1000)));
    if (timer.running) wait = 1000 - (elapsed % 1000);
  }
  for (const player of scene.players) {
    const where = $(`[data-seat=${player.seat}] [data-clock]`);
    if (!where || player.clock === null) continue;
    const runs = player.to_move && !scene.over && scene.moves.length >= 2;
    const left = Math.max(0, player.clock - (runs ? gone : 0));
    const low = left < 20000;
    const seconds = Math.ceil(left / 1000);
    say(where, low && runs ? `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, "0")}` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    where.classList.toggle("low", low);
    if (runs && left > 0) wait = low ? 100 : left % 1000 || 1000;
  }
  if (wait) ticking = setTimeout(tick, wait + 5);
}

// ---- What is done.

// A move goes up and is drawn at once; if it is refused, the piece slides back and the reason is told.
async function move(mv, shown) {
  tell("");
  past = null;
  const entry = { expected: Math.max(wire.next, ...pending.map((each) => each.expected + 1)), ...shown };
  pending.push(entry);
  draw();
  const { ok, answer } = await wire.send({ action: "move", move: mv });
  if (ok) return true;
  const at = pending.indexOf(entry);
  if (at >= 0) pending.splice(at, 1);
  for (const later of pending) later.expected -= 1;
  if (answer.scene) scene = answer.scene;
  draw();
  tell(reason(answer));
  return false;
}

function choose(choice) {
  move(choice.move, { choice });
}

function sweep(verb, cell, index) {
  move(`${verb} ${cell.name}`, verb === "flag" ? { flag: index } : undefined);
}

async function command(action, once) {
  tell("");
  const { ok, answer } = await wire.send(action, once);
  if (!ok) tell(reason(answer));
  return ok;
}

// Asks for something that is no command; what goes wrong is told.
async function request(where, body) {
  try {
    const { ok, answer } = await ask(where, body);
    if (ok) return answer;
    tell(reason(answer));
  } catch {
    tell(texts.refused[""]);
  }
  return null;
}

async function hint() {
  const answer = await request(`${path}/hints?lang=${language}`, {});
  if (!answer || answer.next !== scene.next) return;
  if (mines) return mineHint(answer);
  const choice = scene.choices.find((each) => each.move === answer.move);
  if (!choice) return tell(`${$("[data-do=hint]").textContent}: ${answer.move}`, true);
  if (choice.path.length > 1) board.point(choice.path);
  picker.hinted = choice.path;
  picker.mark();
  tell(`${$("[data-do=hint]").textContent}: ${choice.move}`, true);
}

function mineHint({ move: text, reason: why }) {
  const name = text.split(" ")[1];
  board.mark(new Map([[board.find(name), ["hint"]]]));
  board.focusOn(board.find(name), false);
  tell(why, true);
}

async function showChances() {
  const answer = await request(`${path}/hints`, { probabilities: true });
  const wanted = $("[data-do=probabilities]").getAttribute("aria-pressed") === "true";
  if (!wanted || scene.over || (answer && answer.next !== scene.next)) return;
  board.showChances(answer && new Map(answer.probabilities.map(({ cell, mine: chance }) => [cell, chance])));
}

function hideChances() {
  board.showChances(null);
  $("[data-do=probabilities]").setAttribute("aria-pressed", "false");
}

function chancesAgain() {
  if (scene.over) hideChances(); else showChances();
}

// The ply that was asked for last. Keys may come faster than pictures: each counts, and the last one wins.
let wanted = null;
async function look(ply) {
  const last = scene.moves.length;
  const to = Math.max(0, Math.min(last, ply));
  wanted = to;
  let looked = null;
  if (to < last) {
    const answer = await request(`${path}/picture?moves=${to}`);
    if (wanted !== to) return;
    if (answer) looked = { ply: to, picture: answer.picture };
  }
  wanted = null;
  if (to < last && !looked) return;
  past = looked;
  board.point(null);
  draw();
  speak($("#status").textContent);
}

const shownPly = () => wanted ?? past?.ply ?? scene.moves.length;

async function begin(body) {
  const answer = await request("/api/games", body);
  if (answer) goTo(answer);
}

// Another game with the same players in the same seats.
function beginAgain() {
  if (!mine().length) return location.assign("/");
  const own = mine().filter(isPerson);
  const players = Object.fromEntries(scene.players.map(({ seat, player }) => [seat, player.replace(/^random:.*/, "random")]));
  const between = people() === 2 && own.length === 1;
  return begin({ ...data.again, players, ...(between && { mine: own }), ...(!people() && { clock: undefined }) });
}

async function rematch() {
  const answer = await request(`${path}/rematch`, { exchange: !mines && people() > 0 });
  if (answer) goTo(answer);
}

async function restart() {
  if (!mine().length) return;
  // The end of this board is not worth a word.
  closed = true;
  main.dataset.best = "shown";
  if (!scene.over && !(await command({ action: "abort" }))) return;
  await rematch();
}

// The own seat goes to a computer, or comes back from it.
function mayhem() {
  const person = mine().find(isPerson);
  if (person) {
    const across = place(other[person])?.player ?? "human";
    memory.set(`seat ${id}`, person);
    const player = across === "human" ? data.usual : across.replace(/^random:.*/, "random");
    return command({ action: "change-player", seat: person, player });
  }
  const own = mine();
  const was = memory.get(`seat ${id}`);
  return command({ action: "change-player", seat: own.includes(was) ? was : own[0], player: "human" });
}

async function copied(text, button) {
  await copy(text);
  button.dataset.label ??= button.textContent;
  button.textContent = texts.copied;
  speak(texts.copied);
  setTimeout(() => { button.textContent = button.dataset.label; }, 1500);
}

const doing = {
  hint: () => hint(),
  probabilities(button) {
    if (board.chances) return hideChances();
    button.setAttribute("aria-pressed", "true");
    showChances();
  },
  flip() {
    flipWanted = !flipWanted;
    draw(false);
  },
  mayhem,
  new: beginAgain,
  rematch,
  restart,
  pass: () => choose(scene.choices.find((choice) => !choice.path.length)),
  resign() {
    show($("#ask"), true);
    $("[data-do=no]").focus();
  },
  yes() {
    show($("#ask"), false);
    command({ action: "resign" });
  },
  no() {
    show($("#ask"), false);
    $("[data-do=resign]").focus();
  },
  first: () => look(0),
  previous: () => look(shownPly() - 1),
  next: () => look(shownPly() + 1),
  last: () => look(Infinity),
  close() {
    closed = true;
    drawEnding();
    board.cursor.focus();
  },
  "flag-mode"(button) {
    sweeper.flags = !sweeper.flags;
    button.setAttribute("aria-pressed", sweeper.flags);
  },
  share: (button) => copied(location.origin + location.pathname, button),
  "copy-position": (button) => copied(scene.position ?? "", button),
  "copy-code": (button) => copied(scene.code, button),
  "copy-invitation": (button) => copied($("#invitation-link").value, button),
  "join-rematch": (button) => location.assign(`/games/${button.dataset.game}`),
  "accept-draw": () => command({ action: "offer-draw" }, true),
  "allow-takeback": () => command({ action: "take-back" }, true),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || !scene) return;
  const name = button.dataset.do;
  if (doing[name]) doing[name](button);
  else if (scene.controls.includes(name)) command({ action: name });
});

$("#moves")?.addEventListener("click", (event) => {
  const { ply } = event.target.dataset;
  if (ply) look(Number(ply));
});

$("#moves")?.addEventListener("keydown", (event) => {
  const to = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!to || !scene) return;
  event.preventDefault();
  look(shownPly() + to);
});

$("#typing").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = $("#typed");
  const text = typed.value.trim();
  if (!text || !scene) return;
  // The next move may be typed while this one is on its way; one that is refused can be mended.
  typed.value = "";
  if (!(await move(text)) && !typed.value) typed.value = text;
});

$("#importing").addEventListener("submit", async (event) => {
  event.preventDefault();
  const record = $("#imported").value;
  if (record.trim()) await begin({ game, record });
});

for (const field of all("[data-exchange]")) {
  $("select", field).addEventListener("change", async (event) => {
    const done = await command({ action: "change-player", seat: field.dataset.exchange, player: event.target.value });
    if (!done) drawControls();
  });
}

const pace = $("[data-pace] select");
pace.addEventListener("change", () => request(`${path}/pace`, { pace: Number(pace.value) }));

function showPace(milliseconds) {
  const options = [...pace.options].map((option) => Number(option.value));
  const nearest = options.reduce((a, b) => (Math.abs(b - milliseconds) < Math.abs(a - milliseconds) ? b : a));
  if (document.activeElement !== pace) pace.value = String(nearest);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("#ending")) doing.close();
});

if (mines) {
  document.addEventListener("keydown", (event) => {
    const here = event.target === document.body || event.target.closest("#board");
    if (event.key.toLowerCase() === "r" && here && !event.ctrlKey && !event.metaKey && !event.altKey && scene) restart();
  });
}

// ---- Best times, when a game of Minesweeper is over.

async function bestTimes() {
  main.dataset.best = "shown";
  const answer = await ask(`/api/best-times?level=${encodeURIComponent(data.level)}&limit=5`).catch(() => null);
  if (!answer?.ok) return;
  const times = answer.answer.levels.flatMap((level) => level.times).sort((a, b) => a.time - b.time).slice(0, 5);
  $("#best ol").replaceChildren(...times.map((time) => {
    const item = element("li", {}, fill(texts.seconds, (time.time / 1000).toFixed(1)));
    if (time.yours) item.append(` · ${texts.you}`);
    return item;
  }));
  show($("#best .quiet"), !times.length);
  show($("#best"), true);
}

// ---- Invitations.

function drawInvitation() {
  const invited = memory.get(`invitation ${id}`);
  const [seat] = (invited ?? "").split(".");
  const waits = invited && seats.some((each) => each.seat === seat && !each.taken);
  if (invited && !waits) {
    memory.set(`invitation ${id}`, null);
    tell(texts.satDown, true);
    speak(texts.satDown);
  }
  show($("#invitation"), Boolean(waits));
  if (waits) $("#invitation-link").value = `${location.origin}/games/${id}#${invited}`;
}

// Whoever opens the link sits down, except the one who made it.
async function sitDown() {
  const [seat, invitation] = location.hash.slice(1).split(".");
  if (!invitation) return;
  const clean = () => history.replaceState(null, "", location.pathname);
  if (memory.get(`invitation ${id}`)) return clean();
  // While the server is away the invitation stays in the address.
  const { ok, answer } = await ask(`${path}/claims`, { seat, invitation }).catch(() => ({ answer: {} }));
  if (ok) seats = answer.seats; else tell(reason(answer));
  if (ok || answer.code) clean();
}

function offerRematch(next) {
  if ($("[data-do=join-rematch]")) return;
  const button = element("button", { type: "button", class: "main", "data-do": "join-rematch", "data-game": next }, texts.rematchJoin);
  $("#controls").prepend(button);
  tell(texts.rematchWanted, true);
  speak(texts.rematchWanted);
}

// Computers play each other only while somebody watches, and nobody watches a hidden page. Nor does a game
// that is over need a line to the server: browsers keep only a few for all pages together.
document.addEventListener("visibilitychange", () => {
  if (!scene || (people() && !scene.over)) return;
  if (document.hidden) wire.close(); else wire.open();
});

await sitDown();
wire.open();
