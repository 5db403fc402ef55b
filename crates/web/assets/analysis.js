// The page on which lines of play are looked at. Where one is in the tree is a path of moves; the server says what the
// board of a path is, what the search thinks of it, and keeps what is tried and said.

import { $, all, ask, copyBy, data, element, goTo as goToGame, language, memory, reason, say, show, texts } from "./common.js";
import { Board } from "./board.js";
import { listen } from "./input.js";
import { begin, fill, isSecond, movable, number, numbered, ownMarks, picture, reduce, written } from "./state.js";
import { after, comment as said, edited, find, grown, mainFrom, noted, pathTo, printed, prose, shapes } from "./tree.js";
import { Wire } from "./wire.js";

const { id } = $("main").dataset;
const path = `/api/games/${id}`;
// Walking fast asks for no search on the way.
const patience = 150;
// More moves than any position has.
const everything = 32;
const noView = { controls: [], bars: [] };
const keeps = data.seats.some((seat) => seat.yours);

// ---- The state: that of a board, and where it is in the tree.

let state = {
  ...begin({ texts, card: data.card, seats: data.seats }), view: noView, path: [], tree: [], heading: { tags: [] }, found: null, searching: true, asking: false,
  review: null, weighing: false, worths: null,
};
const board = new Board($("#board"));
$("main").style.setProperty("--columns", board.columns);
$("main").style.setProperty("--rows", board.rows);
const flippedAtFirst = board.flipped;
// Boards that were shown before, by their path.
const seen = new Map();
const nameOf = (line) => line.join(" ");

function change(part) {
  const before = state;
  state = { ...state, ...part };
  draw(before);
}

function dispatch(message) {
  const before = state;
  state = reduce(state, message);
  draw(before);
  state.pending.filter((entry) => entry.key > before.sent).forEach(play);
}

// ---- The server.

// The board at the end of a path, or why there is none.
async function sceneOf(line) {
  const name = nameOf(line);
  if (seen.has(name)) return { ok: true, answer: seen.get(name) };
  try {
    const reply = await ask(`${path}/line?moves=${encodeURIComponent(name)}`);
    if (reply.ok) seen.set(name, reply.answer);
    return reply;
  } catch {
    return { ok: false };
  }
}

let wanted = [];

// Goes to the end of a path. Keys may come faster than boards: the last one wins.
async function goTo(line) {
  wanted = line;
  const { ok, answer } = await sceneOf(line);
  if (wanted !== line) return;
  if (ok) return arrive(line, answer);
  wanted = state.path;
  change({ message: { text: reason(answer), note: false } });
}

// What a file notes of a move in figures, as people read it.
const figures = (move) => noted(move?.after).map(([name, value]) => fill(texts.noted[name], value));

function arrive(line, scene) {
  wanted = line;
  const move = state.tree[find(state.tree, line)];
  const judged = reviewing?.spoken(state.review, plyOf(line), texts.review) ?? "";
  const said = [line.length ? numbered(scene, line.length, data.card) : texts.start, judged, ...prose(move?.after), ...figures(move), ...scene.status].filter(Boolean).join(" ");
  change({
    scene, path: line, pending: [], picked: [], promotion: null, hinted: [], found: null, asking: false,
    message: { text: "", note: false }, said: { text: said }, slides: true, worths: null,
  });
  look();
  weigh();
}

// Hundredths of a pawn as people read them.
const pawns = (worths) => Object.fromEntries(Object.entries(worths).map(([square, worth]) => [square, (worth / 100).toFixed(1)]));

// Fetches what each piece is worth at the end of the path while the button is pressed; an answer for a path that was left is dropped.
async function weigh() {
  if (!state.weighing) return;
  const here = nameOf(state.path);
  const reply = await ask(`${path}/worths?moves=${encodeURIComponent(here)}`).catch(() => null);
  if (reply?.ok && state.weighing && nameOf(state.path) === here) change({ worths: pawns(reply.answer.worths) });
}

// A move on the board: along the tree, or a new branch of it.
async function play({ key, move }) {
  const line = [...state.path, move];
  wanted = line;
  const { ok, answer } = await sceneOf(line);
  if (wanted !== line) return;
  if (!ok) {
    wanted = state.path;
    return dispatch({ type: "refused", key, problem: answer ?? {}, text: reason(answer), at: 0 });
  }
  // The server writes moves in their usual form.
  const usual = answer.moves;
  const isNew = find(state.tree, usual) === undefined;
  if (isNew) change({ tree: grown(state.tree, usual) });
  arrive(usual, answer);
  if (isNew && keeps) edit({ change: "insert", path: usual });
  if (isNew && !keeps) change({ message: { text: texts.notKept, note: true } });
}

// How many edits are on their way: until they are there, the tree of the server is older than the one that is shown.
let editing = 0;

async function edit(wish) {
  change({ tree: edited(state.tree, wish) });
  editing += 1;
  const { ok, answer } = await wire.send({ action: "edit", edit: wish });
  editing -= 1;
  if (!ok) change({ message: { text: reason(answer), note: false } });
  await fetchTree();
}

async function fetchTree() {
  if (editing) return;
  const reply = await ask(`${path}/tree`).catch(() => null);
  if (!reply?.ok || editing) return;
  const here = state.path;
  const tree = keeps ? reply.answer.moves : grown(reply.answer.moves, here);
  const { tags, title, occasion } = reply.answer;
  change({ tree, heading: { tags, title, occasion } });
  // What was deleted elsewhere is left.
  let line = here;
  while (find(tree, line) === undefined) line = line.slice(0, -1);
  if (line !== here) goTo(line);
}

const wire = new Wire(path, heard, (up, waiting) => change({ connection: { up, waiting } }));
let known = null;

function heard({ scene }) {
  if (known !== null && known !== scene.next) fetchTree();
  known = scene.next;
}

// ---- The search: a stream for the position that is shown, while the page is visible.

let search = null;
let later = 0;

function look() {
  search?.close();
  search = null;
  clearTimeout(later);
  if (!state.searching || document.hidden || !state.scene || state.scene.over) return;
  later = setTimeout(() => {
    const here = nameOf(state.path);
    const stream = new EventSource(`${path}/analysis?moves=${encodeURIComponent(here)}&lines=${places() ? everything : $("#count").value}&lang=${language}`);
    search = stream;
    stream.addEventListener("found", (event) => {
      if (nameOf(state.path) === here) change({ found: JSON.parse(event.data) });
    });
    stream.addEventListener("end", () => stream.close());
    stream.addEventListener("error", () => {
      // The server has enough to do: it is asked again in a while.
      if (stream.readyState === EventSource.CLOSED && search === stream) later = setTimeout(look, 5000);
    });
  }, patience);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) wire.close(); else wire.open();
  look();
});

// ---- The review: a script that is fetched when it is wanted, and a stream.

let reviewing = null;
let graph = null;
let summary = null;
// What was played, or else the main line.
const main = () => {
  const played = state.tree.filter((move) => move.played).map((move) => move.move);
  return played.length ? played : mainFrom(state.tree, []);
};
const course = () => ({ moves: main().map((move) => written(data.card, move)), numbering: state.scene.numbering });
// After how many moves of the game a line is; none beside it.
const plyOf = (line) => (nameOf(main().slice(0, line.length)) === nameOf(line) ? line.length : null);
const goToPly = (ply) => goTo(main().slice(0, ply));

async function review() {
  if (reviewing) return;
  reviewing = await import("./review.js");
  $("main").dataset.reviewed = "";
  show($("#graph"), true);
  show($(".judged"), true);
  show($("[data-do=review]"), false);
  graph = new reviewing.Graph($("#graph"), texts.review, goToPly);
  summary = new reviewing.Summary($("#review"), texts.review, goToPly);
  const heard = (news) => {
    summary.progress(news);
    if (news.review) change({ review: news.review });
  };
  reviewing.listen(path, heard, () => change({ message: { text: texts.failed, note: false } }));
}

function drawReview() {
  if (!state.review) return;
  const ply = plyOf(state.path);
  const line = course();
  graph.set(state.review, ply, line);
  summary.draw(state.review, data.sides, line);
  summary.move(state.review, ply);
  const judged = reviewing.judgedAt(state.review, ply);
  const wrong = reviewing.isWrong(judged);
  board.better(wrong ? judged.better_path : []);
  // What was better is one arrow; what comes next would be others.
  if (wrong) board.arrows([]);
  all("#tree > [data-at]").forEach((button) => {
    const at = plyOf(pathTo(state.tree, Number(button.dataset.at)));
    const each = reviewing.judgedAt(state.review, at);
    const move = state.tree[Number(button.dataset.at)];
    button.classList.remove("brilliant", "inaccuracy", "mistake", "blunder");
    if (!each || !reviewing.signOf(each)) return;
    button.classList.add(each.judgement);
    if (!(move.nags ?? []).length) button.dataset.judged = reviewing.signOf(each);
  });
}

// To the next move that was wrong, or the one before.
function mistake(step) {
  const here = plyOf(state.path) ?? 0;
  const wrong = (state.review?.moves ?? []).filter(reviewing.isWrong).map((judged) => judged.ply);
  const to = step > 0 ? wrong.find((ply) => ply > here) : wrong.findLast((ply) => ply < here);
  if (to) goToPly(to);
}

// The position before a mistake becomes a game against the computer.
async function retry() {
  const ply = plyOf(state.path);
  const judged = reviewing.judgedAt(state.review, ply);
  if (!judged) return;
  const { ok, answer } = await sceneOf(main().slice(0, ply - 1));
  if (!ok) return;
  const players = Object.fromEntries(data.sides.map(({ side }) => [side, side === judged.side ? "human" : data.computer]));
  const begun = await ask("/api/games", { game: $("main").dataset.game, start: answer.position, players }).catch(() => null);
  if (begun?.ok) goToGame(begun.answer); else change({ message: { text: reason(begun?.answer), note: false } });
}

// ---- Drawing.

function draw(before) {
  const { message, connection: { up, waiting }, scene } = state;
  $("#message").classList.toggle("note", message.note);
  say($("#message"), message.text);
  if (state.heading !== before.heading) drawHeading();
  say($("#connection"), up ? "" : `${texts.reconnecting}${waiting ? ` ${texts.kept}` : ""}`);
  if (state.said !== before.said) $("#live").textContent = state.said.text;
  if (!scene) return;
  say($("#status"), scene.status.join(" "));
  say($("#opening"), scene.opening ?? "");
  if ($("#edit")) $("#edit").hash = encodeURIComponent(scene.position ?? "");
  drawBoard();
  if (state.promotion !== before.promotion) board.offer(state, (choice) => dispatch({ type: "choose", choice }));
  if (state.found !== before.found || scene !== before.scene || state.searching !== before.searching || state.weighing !== before.weighing || state.flipped !== before.flipped) drawFound();
  if (state.tree !== before.tree || state.path !== before.path) drawTree();
  if (state.tree !== before.tree || state.path !== before.path || state.review !== before.review || state.flipped !== before.flipped) drawReview();
  if (state.tree !== before.tree || state.path !== before.path || state.asking !== before.asking) drawEditing();
}

function drawHeading() {
  const { tags, title, occasion } = state.heading;
  for (const [where, text] of [[$("#title"), title], [$("#occasion"), occasion]]) {
    say(where, text ?? "");
    show(where, text);
  }
  show($("#naming"), keeps || tags.length);
  const value = new Map(tags);
  for (const field of all("#naming input")) {
    field.readOnly = !keeps;
    if (field !== document.activeElement) field.value = value.get(field.name) ?? "";
  }
}

function drawBoard() {
  const shown = picture(state);
  board.flip(flippedAtFirst !== state.flipped, shown);
  board.draw(state, shown, ownMarks(state));
  const carried = movable(state);
  board.buttons.forEach((button) => button.classList.toggle("movable", carried.has(button.dataset.name)));
}

// Are pieces only placed? Then each move has a square of its own, and its value is shown there.
const places = () => state.scene.choices.length > 0 && state.scene.choices.every((choice) => choice.path.length < 2);

// The first move of a line, and its squares.
const choiceOf = (line) => state.scene.choices.find((choice) => choice.move === line.moves[0]);
const squares = (line) => choiceOf(line)?.path ?? [];

function drawFound() {
  const { found, searching, scene } = state;
  const [best] = found?.lines ?? [];
  const wrong = state.review && reviewing.isWrong(reviewing.judgedAt(state.review, plyOf(state.path)));
  board.arrows(best && !wrong ? found.lines.slice(0, 2).map(squares) : []);
  const bar = $("#evaluation");
  show(bar, searching);
  bar.toggleAttribute("data-flipped", board.flipped);
  // A game that is over has no evaluation but its result, which the status says.
  const value = best ? best.value : 0;
  bar.style.setProperty("--white", `${50 + 50 * value}%`);
  say($(".score", bar), best ? best.score : "");
  bar.setAttribute("aria-label", best ? fill(texts.evaluation, best.score) : texts.noEvaluation);
  // A search to the end of the game says how certain it is, that of its least certain line.
  const certainty = best ? Math.min(...found.lines.map((line) => line.certainty ?? 0)) : 0;
  say($("#depth"), found ? fill(texts.depth, found.depth) + (certainty ? `, ${certainty}\u00a0%` : "") : "");
  $("[data-do=search]").setAttribute("aria-pressed", searching);
  all(".value", board.root).forEach((label) => label.remove());
  // As the side to move sees it: more is better.
  if (best && places()) {
    for (const line of found.lines) {
      const button = board.buttons[board.find(squares(line)[0])];
      button?.append(element("span", { class: line.score === best.score ? "value best" : "value" }, line.own));
    }
  }
  $("[data-do=weigh]")?.setAttribute("aria-pressed", state.weighing);
  const items = (found?.lines ?? []).slice(0, $("#count").value).map((line) => {
    const moves = line.moves.map((move, at) => {
      const name = written(data.card, move);
      const ply = scene.moves.length + 1 + at;
      return at === 0 || !isSecond(scene.numbering, ply) ? `${number(scene.numbering, ply)} ${name}` : name;
    });
    const button = element("button", { type: "button" }, element("b", {}, places() ? line.own : line.score), element("span", {}, moves.join(" ")));
    button.addEventListener("click", () => dispatch({ type: "choose", choice: choiceOf(line) }));
    // The moves of a line change the board: it is shown as arrows in their order.
    const point = () => board.numbered(line.paths.filter((path) => path.length));
    const back = () => board.arrows((state.found?.lines ?? []).slice(0, 2).map(squares));
    for (const [name, act] of [["pointerenter", point], ["focus", point], ["pointerleave", back], ["blur", back]]) button.addEventListener(name, act);
    return element("li", {}, button);
  });
  const held = all("#lines button").indexOf(document.activeElement);
  $("#lines").replaceChildren(...items);
  if (held >= 0) all("#lines button")[held]?.focus();
}

const named = (list, nag) => list.find(([, numberOf]) => numberOf === nag)?.[0];
const signOf = (nag) => named(data.signs, nag) ?? ` ${named(data.assessments, nag) ?? `$${nag}`}`;

// A line as books print it: other lines in a block of their own after the move that they are instead of.
function lineOf(parts) {
  const { tree, scene: { numbering } } = state;
  const current = find(tree, state.path);
  return parts.flatMap((part) => {
    if (Array.isArray(part)) {
      return [element("ul", {}, ...part.map((line) => element("li", {}, ...lineOf(line))))];
    }
    const move = tree[part.at];
    const drawn = [];
    for (const text of prose(move.before)) drawn.push(element("span", { class: "comment" }, `${text} `));
    const second = isSecond(numbering, part.ply);
    const label = part.numbered || !second ? `${number(numbering, part.ply)} ` : "";
    const signs = (move.nags ?? []).map(signOf).join("");
    const button = element("button", { type: "button", tabindex: "-1", "data-at": part.at }, `${label}${written(data.card, move.move)}${signs}`);
    if (part.at === current) button.setAttribute("aria-current", "true");
    drawn.push(button, " ");
    for (const text of prose(move.after)) drawn.push(element("span", { class: "comment" }, `${text} `));
    return drawn;
  });
}

function drawTree() {
  const tree = $("#tree");
  tree.replaceChildren(...lineOf(printed(state.tree)));
  const current = $("[aria-current]", tree);
  if (!current) return void (tree.scrollTop = 0);
  // Only the tree scrolls, never the page.
  const [around, here] = [tree, current].map((each) => each.getBoundingClientRect());
  tree.scrollTop += Math.min(0, here.top - around.top) + Math.max(0, here.bottom - around.bottom);
}

function drawEditing() {
  const at = find(state.tree, state.path);
  const move = state.tree[at];
  say($("#noted"), figures(move).join(" · "));
  const known = (name) => board.find(name) >= 0;
  board.shapes(shapes(move?.after).filter(({ path }) => path.every(known)));
  const started = at !== null && at !== undefined;
  show($("#editing"), keeps);
  all("[data-sign]").forEach((button) => {
    button.disabled = !started;
    button.setAttribute("aria-pressed", (move?.nags ?? []).includes(Number(button.dataset.sign)));
  });
  const comment = $("#comment");
  comment.disabled = !started;
  if (document.activeElement !== comment || comment.dataset.path !== nameOf(state.path)) comment.value = prose(move?.after).join(" ");
  comment.dataset.path = nameOf(state.path);
  const main = started && after(state.tree, move.parent)[0] === at;
  $("[data-do=promote]").disabled = !started || main;
  $("[data-do=make-main]").disabled = !started || move.played || nameOf(mainFrom(state.tree, [])).startsWith(nameOf(state.path));
  $("[data-do=delete]").disabled = !started || move.played;
  show($("#ask"), state.asking);
  for (const [name, possible] of [["first", started], ["previous", started], ["next", after(state.tree, at ?? null).length > 0], ["last", after(state.tree, at ?? null).length > 0]]) {
    $(`[data-do=${name}]`).disabled = !possible;
  }
}

// ---- What is done.

// Steps are taken from where one is going: a board may still be on its way.
const back = () => goTo(wanted.slice(0, -1));
const on = () => goTo(mainFrom(state.tree, wanted).slice(0, wanted.length + 1));

// The other moves from the position before, one further on or back.
function beside(step) {
  const at = find(state.tree, wanted);
  if (at === null || at === undefined) return;
  const places = after(state.tree, state.tree[at].parent);
  const next = places[(places.indexOf(at) + step + places.length) % places.length];
  if (next !== at) goTo(pathTo(state.tree, next));
}

const actions = {
  review,
  retry,
  "previous-mistake": () => mistake(-1),
  "next-mistake": () => mistake(1),
  search() {
    change({ searching: !state.searching, found: null });
    look();
  },
  weigh() {
    change({ weighing: !state.weighing, worths: null });
    weigh();
  },
  first: () => goTo([]),
  previous: back,
  next: on,
  last: () => goTo(mainFrom(state.tree, wanted)),
  flip: () => dispatch({ type: "flip" }),
  promote: () => edit({ change: "promote", path: state.path }),
  "make-main": () => edit({ change: "make-main", path: state.path }),
  delete() {
    change({ asking: true });
    $("[data-do=no]").focus();
  },
  yes() {
    const line = state.path;
    change({ asking: false });
    goTo(line.slice(0, -1));
    edit({ change: "delete", path: line });
  },
  no: () => change({ asking: false }),
  "copy-position": (button) => copyBy(button, state.scene.position ?? ""),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button && state.scene) actions[button.dataset.do]?.(button);
  const sign = event.target.closest("[data-sign]");
  if (sign) rate(Number(sign.dataset.sign));
});

// One of the signs, or none.
function rate(sign) {
  const own = data.signs.map(([, numberOf]) => numberOf);
  const nags = state.tree[find(state.tree, state.path)]?.nags ?? [];
  const others = nags.filter((nag) => !own.includes(nag));
  edit({ change: "rate", path: state.path, nags: nags.includes(sign) ? others : [sign, ...others] });
}

$("#comment").addEventListener("change", ({ target }) => {
  edit({ change: "comment", path: state.path, text: said(remarks(), { text: target.value.trim() }) });
});

// All names at once: a heading is one edit.
$("#naming").addEventListener("change", ({ target }) => {
  const others = state.heading.tags.filter(([name]) => name !== target.name);
  const value = target.value.trim();
  const tags = value ? [...others, [target.name, value]] : others;
  // The next name may come before the server has answered.
  change({ heading: { ...state.heading, tags } });
  edit({ change: "entitle", tags });
});
$("#naming form").addEventListener("submit", (event) => event.preventDefault());

// What is said about the move that is shown.
const remarks = () => state.tree[find(state.tree, state.path)]?.after ?? [];

// With the second button arrows and circles are drawn, and the same again takes them away.
const squareAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#board button")?.dataset.name;
let from = null;
board.root.addEventListener("contextmenu", (event) => event.preventDefault());
board.root.addEventListener("pointerdown", (event) => { from = event.button === 2 ? squareAt(event) : null; });
board.root.addEventListener("pointerup", (event) => {
  const to = squareAt(event);
  // As PGN writes squares, which have two letters.
  if (!from || event.button !== 2 || from.length !== 2 || to?.length !== 2 || !keeps || !state.path.length) return;
  const path = from === to ? [from] : [from, to];
  const before = shapes(remarks());
  const others = before.filter((each) => each.path.join() !== path.join());
  const drawn = others.length === before.length ? [...before, { path, colour: "G" }] : others;
  board.shapes(drawn);
  edit({ change: "comment", path: state.path, text: said(remarks(), { drawn }) });
});

$("#tree").addEventListener("click", (event) => {
  const { at } = event.target.dataset;
  if (at !== undefined) goTo(pathTo(state.tree, Number(at)));
});

$("#typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("#typed").value.trim();
  if (!text || !state.scene) return;
  $("#typed").value = "";
  dispatch({ type: "typed", text });
});

$("#count").addEventListener("change", () => {
  change({ found: null });
  look();
});

// Arrows walk wherever they have no other meaning: on the board they move the cursor.
document.addEventListener("keydown", (event) => {
  const walk = { ArrowLeft: back, ArrowRight: on, ArrowUp: () => beside(-1), ArrowDown: () => beside(1), Home: actions.first, End: actions.last }[event.key];
  const elsewhere = event.target.closest("input, select, textarea, #board, #promotion, #graph") || event.ctrlKey || event.metaKey || event.altKey;
  if (!walk || elsewhere || !state.scene) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  walk();
}, true);

board.root.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.deltaY > 0) on(); else if (event.deltaY < 0) back();
}, { passive: false });

listen(board, () => state, dispatch);
await fetchTree();
// What of a file is not here is said once.
const left = memory.get(`notes ${id}`);
memory.set(`notes ${id}`, null);
// Where the address says, or at the end of what was played.
const wish = decodeURIComponent(location.hash.slice(1));
const again = wish === "review";
const asked = again ? [] : wish.split(" ").filter(Boolean);
const played = state.tree.filter((move) => move.played).map((move) => move.move);
await goTo(asked.length ? asked : played);
if (again) review();
if (left) change({ message: { text: left, note: true } });
wire.open();
