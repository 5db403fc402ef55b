// What the page of a game knows, and what becomes of it: `reduce(state, message)` is the next state. There are
// no elements here, no clock and no network: time and answers come in as messages, and a move that is to be
// sent is an entry of `pending`.

// Puts the parts that vary into a sentence, in order.
export const fill = (sentence, ...parts) => sentence.replace(/\{\}/g, () => parts.shift() ?? "");

export const pieceName = (piece) => (piece ? (piece.side ? `${piece.side} ${piece.kind}` : piece.kind) : "");

// The state before the server has said anything. `page` is what came with the page: texts, card, seats,
// and the invitation that this browser keeps.
export const begin = (page) => ({
  texts: page.texts,
  card: {
    ...page.card,
    pieces: Object.fromEntries(page.card.pieces.map(([name, ...rest]) => [name, rest])),
    shades: Object.fromEntries(page.card.shades),
  },
  // As the server sent it last.
  scene: null,
  view: null,
  you: null,
  seats: page.seats,
  pace: null,
  paused: false,
  rematch: null,
  heardAt: 0,
  connection: { up: true, waiting: false },
  invited: page.invited,
  best: null,
  // What the page adds: moves on their way, a look back, what is in the hand, what is switched.
  pending: [],
  sent: 0,
  past: null,
  wanted: null,
  picked: [],
  promotion: null,
  // A move for the next turn: what is picked of it, and all of it.
  hand: null,
  premove: null,
  hinted: [],
  // The squares that show why a move was refused.
  cause: [],
  // What the person has drawn on the board: squares and pairs of them.
  drawn: [],
  // Every board of the game, when it was asked for.
  plies: null,
  // Cells that are marked as doubtful, which only this page knows.
  questions: new Set(),
  options: { questions: false },
  odds: null,
  marking: false,
  asking: false,
  closed: false,
  flipped: false,
  bottom: null,
  turned: false,
  copied: null,
  message: { text: "", note: false },
  announced: "",
  // The square of a piece that cannot move, about which the server is to be asked; another object each time.
  why: null,
  // One-time effects of the last message; another object each time.
  said: { text: "" },
  sound: { name: null },
  slides: false,
  landed: null,
});

// ---- What follows from a state.

export const control = (state, name) => state.view?.controls.find((each) => each.name === name)?.enabled ?? false;
export const barOf = (state, seat) => state.view.bars.find((bar) => bar.seat === seat);
export const own = (state) => state.seats.filter((seat) => seat.yours).map((seat) => seat.seat);
export const playerIn = (state, seat) => state.scene.players.find((place) => place.seat === seat)?.player;
export const people = (state) => state.scene.players.filter((place) => place.player === "human").length;
export const shownPly = (state) => state.wanted ?? state.past?.ply ?? state.scene.moves.length;

// The position that is shown, as text.
export const position = (state) => (state.past ? state.past.position : state.scene.position);

// The number of a move: `5.` or `5…`.
export function number(numbering, ply) {
  const at = ply - 1 + Number(numbering?.second_begins ?? false);
  return `${(numbering?.first ?? 1) + Math.floor(at / 2)}${isSecond(numbering, ply) ? "…" : "."}`;
}

// Is it the second move with its number?
export const isSecond = (numbering, ply) => (ply - 1 + Number(numbering?.second_begins ?? false)) % 2 === 1;

// A move with its number: `5. e4` or `5… e5`.
export const numbered = ({ moves, numbering }, ply, card) => `${number(numbering, ply)} ${written(card, moves[ply - 1])}`;

// The name of a move with the letters of the language, or its own name there (`paso`), and back.
const respelled = (spelling, name) => name.replace(/\S+/g, (word) => spelling[word] ?? word.replace(/./g, (letter) => spelling[letter] ?? letter));
export const written = (card, name) => respelled(card?.letters ?? {}, name);
export const unwritten = (card, text) => respelled(Object.fromEntries(Object.entries(card.letters ?? {}).map(([from, to]) => [to, from])), text);

const find = (picture, name) => picture.cells.findIndex((cell) => cell.name === name);

// The board that is shown: one of the past, or the present one with the moves that are on their way.
export function picture(state) {
  if (state.past) return state.past.picture;
  const entering = state.picked.length > 1;
  if (!state.pending.length && !entering) return state.scene.picture;
  const cells = [...state.scene.picture.cells];
  const put = (index, part) => { cells[index] = { ...cells[index], ...part }; };
  for (const { choice, marks } of state.pending) {
    if (marks !== undefined) put(marks, { piece: cells[marks].piece ? null : { kind: state.card.verbs.marked } });
    if (!choice?.path.length) continue;
    cells.forEach((cell, index) => { if (cell.marks.length) put(index, { marks: [] }); });
    const path = choice.path.map((name) => find(state.scene.picture, name));
    const piece = choice.places ?? cells[path[0]].piece;
    put(path[0], { piece: null });
    path.forEach((index) => put(index, { marks: ["last-move"] }));
    put(path.at(-1), { piece });
  }
  // What is on its way over several squares stands where it has come to.
  if (entering) {
    const [from, to] = [state.picked[0], state.picked.at(-1)].map((name) => find(state.scene.picture, name));
    const { piece } = cells[from];
    put(from, { piece: null });
    put(to, { piece });
  }
  return { ...state.scene.picture, cells };
}

// May a move be chosen that waits for the next turn?
export const mayPremove = (state) => Boolean(state.scene && state.you && state.view.own_side)
  && !state.card.verbs && !state.past && !state.scene.over && !choices(state).length;

// The moves that can be picked: none while one is on its way or the past is shown.
export const choices = (state) => (!state.scene || state.past || state.pending.length ? [] : state.scene.choices);

const begins = (choice, picked) => picked.every((name, at) => choice.path[at] === name);
const candidates = (state) => choices(state).filter((choice) => choice.path.length && begins(choice, state.picked));
// Does pointing at this square alone mean the move?
export const means = (choice, name) => choice.path.length === 1 && ends(choice, name);
// Does a move end on this square, or does the square mean the same?
const ends = (choice, name) => choice.path.at(-1) === name || (choice.also ?? []).includes(name);

// Where the piece in the hand may go: its next landing, and its last one where that leaves no doubt.
export function targets(state) {
  const found = new Map();
  if (!state.picked.length) return found;
  const all = candidates(state);
  const paths = (name) => new Set(all.filter((c) => c.path.at(-1) === name).map((c) => c.path.join())).size;
  for (const choice of all) {
    const hop = choice.path[state.picked.length];
    if (hop) found.set(hop, choice);
    const end = choice.path.at(-1);
    if (paths(end) === 1) found.set(end, choice);
    (choice.also ?? []).forEach((name) => found.set(name, choice));
  }
  return found;
}

// The marks that are the page's own, by index: selected, target, capture, hint.
export function ownMarks(state) {
  const shown = picture(state);
  const marks = new Map();
  const add = (name, mark) => {
    const index = find(shown, name);
    marks.set(index, [...(marks.get(index) ?? []), mark]);
  };
  state.picked.forEach((name) => add(name, "selected"));
  for (const [name, choice] of targets(state)) {
    const taken = shown.cells[find(shown, name)]?.piece || choice.move.includes("x");
    add(name, taken ? "capture" : "target");
  }
  const alone = state.card.verbs || state.picked.length ? [] : choices(state).filter((choice) => choice.path.length === 1);
  alone.forEach((choice) => add(choice.path[0], "target"));
  state.hinted.forEach((name) => add(name, "hint"));
  state.cause.forEach((name) => add(name, "cause"));
  [state.hand, ...(state.premove ?? [])].filter(Boolean).forEach((name) => add(name, "premove"));
  state.questions.forEach((name) => add(name, "question"));
  return marks;
}

// The squares from which a piece can be carried.
export const movable = (state) => new Set(choices(state).filter((choice) => choice.path.length > 1).map((choice) => choice.path[0]));

// A square as it is spoken; the server says the same.
export function spoken(state, shown, index, marks = []) {
  const { texts, card } = state;
  const cell = shown.cells[index];
  const columns = shown.columns.length;
  const name = cell.name || shown.columns[index % columns] + shown.rows[Math.floor(index / columns)];
  const said = [name, cell.piece ? card.pieces[pieceName(cell.piece)][1] : card.shades[cell.shade]];
  said.push(...cell.marks.map((mark) => texts.marks[mark]));
  if (marks.includes("target")) said.push(texts.canGo);
  if (marks.includes("capture")) said.push(texts.canCapture);
  const odds = state.odds?.cells?.get(cell.name);
  if (odds !== undefined) said.push(`${Math.round(odds * 100)} %`);
  const worth = state.worths?.[cell.name];
  if (worth !== undefined) said.push(worth);
  return said.join(", ");
}

export function status(state) {
  const { texts, past, scene, view } = state;
  if (past) return past.ply ? fill(texts.lookingBack, numbered(scene, past.ply, state.card)) : texts.start;
  // A move that is on its way has ended the turn.
  if (state.pending.length && view.own_side && !state.card.verbs) return people(state) === 1 ? texts.thinking : "";
  const [first, ...others] = scene.status;
  const turn = view.your_turn && view.own_side ? texts.yourTurn : first;
  return [turn, ...others, ...(view.thinking && !(view.paced && state.paused) ? [texts.thinking] : [])].join(" ");
}

// What pointing at a cell means where cells have verbs: with the first button, the second, or the one between.
export function verb(state, index, button) {
  const { verbs } = state.card;
  if (!control(state, "mark") || state.past) return null;
  const { shade, piece } = picture(state).cells[index];
  const closed = shade === verbs.closed;
  const markable = closed && (!piece || piece.kind === verbs.marked);
  const opens = closed && !piece ? verbs.open : null;
  const marks = markable ? verbs.mark : null;
  const around = !closed && piece ? verbs.around : null;
  if (button === "middle") return around;
  return around && button === "first" ? around : state.marking === (button === "first") ? marks : opens;
}

// The second button always marks; only a long press does the other thing than a tap.
export const secondVerb = (state, index, touched) => (touched ? verb(state, index, "second") : verb({ ...state, marking: false }, index, "second"));

// ---- What becomes of a state.

const tell = (state, text, note = false) => ({ ...state, message: { text, note } });
const speak = (state, text) => ({ ...state, said: { text } });

// A move is drawn at once and sent; if it is refused, the piece slides back.
function move(state, mv, shown) {
  const expected = Math.max(state.scene.next, ...state.pending.map((entry) => entry.expected + 1));
  const entry = { key: state.sent + 1, expected, move: mv, ...shown };
  return {
    ...tell(state, ""), past: null, wanted: null, picked: [], promotion: null, hand: null, premove: null, cause: [], drawn: [], announced: "",
    pending: [...state.pending, entry], sent: entry.key,
  };
}

// Either a whole move is picked, or the piece is in the hand.
function settle(state, found, name) {
  const whole = found.filter((choice) => choice.path.length === state.picked.length);
  if (whole.length > 1) return { ...state, promotion: { choices: whole, name } };
  if (whole.length === 1) return move(state, whole[0].move, { choice: whole[0] });
  // Where one way is left, it is taken.
  if (state.picked.length > 1 && new Set(found.map((choice) => choice.path.join())).size === 1) {
    return settle({ ...state, picked: found[0].path }, found, name);
  }
  if (state.picked.length > 1) return speak(state, state.texts.goesOn);
  const shown = picture(state);
  return speak(state, fill(state.texts.pickedUp, spoken(state, shown, find(shown, name))));
}

// A square is pressed for the next turn: one's own piece, then its target, or the only square of a move.
function premove(state, name) {
  const { piece } = state.scene.picture.cells[find(state.scene.picture, name)];
  const fresh = { ...state, premove: null, hand: null };
  const wait = (path) => tell({ ...fresh, premove: path }, fill(state.texts.premove, path.join(" – ")), true);
  if (state.hand === name) return fresh;
  if (piece?.side === state.you && !state.places) return { ...fresh, hand: name };
  if (state.hand) return wait([state.hand, name]);
  return state.places && !piece ? wait([name]) : fresh;
}

// What cannot be moved is asked about; where moves are single squares, the square itself is tried.
function explain(state, name) {
  if (!state.view?.your_turn || state.past || state.pending.length) return state;
  if (state.places) return move(state, name, {});
  const { piece } = state.scene.picture.cells[find(state.scene.picture, name)];
  return piece ? { ...state, why: { name } } : state;
}

// A square is pressed.
function press(state, name) {
  const { picked } = state;
  // Who looks back comes to the present.
  if (state.past) return handlers.look(state, { ply: Infinity });
  if (mayPremove(state)) return premove(state, name);
  if (!picked.length) {
    const alone = choices(state).filter((choice) => means(choice, name));
    if (alone.length) return settle({ ...state, picked: alone[0].path }, alone, name);
    const found = choices(state).filter((choice) => choice.path[0] === name);
    return found.length ? settle({ ...state, picked: [name] }, found, name) : explain(state, name);
  }
  const all = candidates(state);
  const hops = all.filter((choice) => choice.path[picked.length] === name);
  if (hops.length) return settle({ ...state, picked: [...picked, name] }, hops, name);
  const ending = all.filter((choice) => ends(choice, name));
  if (ending.length && new Set(ending.map((choice) => choice.path.join())).size === 1) {
    return settle({ ...state, picked: ending[0].path }, ending, name);
  }
  // Another piece instead; the same piece is put down, and where it cannot go the server says why.
  const dropped = drop(state);
  if (name === picked[0]) return dropped;
  const another = choices(state).some((choice) => choice.path[0] === name);
  return another ? press(dropped, name) : refusal(state, name);
}

// A move that is not legal is sent all the same: the answer is the reason.
const refusal = (state, name) => move(state, [...state.picked, name].join("-"), {});

function drop(state) {
  const dropped = { ...state, picked: [], promotion: null, hand: null, premove: null, cause: [] };
  return state.picked.length ? speak(dropped, state.texts.putDown) : dropped;
}

// How many cells look different, and the only one that does.
function changes(state, before) {
  const look = (cell) => `${cell.shade} ${cell.piece?.kind}`;
  const shown = state.scene.picture;
  const news = shown.cells.flatMap((cell, index) => (look(cell) === look(before.picture.cells[index]) ? [] : [index]));
  return news.length === 1 ? `${spoken(state, shown, news[0])}.` : fill(state.texts.cellsChanged, news.length);
}

function soundOf({ scene, view }, before, events) {
  const marked = (name) => scene.picture.cells.some((cell) => cell.marks.includes(name));
  const count = (drawn) => drawn.picture.cells.filter((cell) => cell.piece?.side).length;
  if (scene.over) return view.mood === "lost" ? "lost" : "end";
  if (marked("check")) return "check";
  if (events.some((event) => event.event === "moved")) return count(scene) < count(before) ? "capture" : "move";
  return null;
}

// What has just happened is said, heard, and clears what was said before.
function changed(state, before, events) {
  const { texts, card, scene } = state;
  const side = (seat) => barOf(state, seat).side;
  const said = [];
  let message = { text: "", note: false };
  // A move that leaves every piece where it was is a pass, and easily overlooked.
  const stands = (drawn) => drawn.picture.cells.map((cell) => pieceName(cell.piece)).join();
  const passed = !card.verbs && events.length && events.every((event) => event.event === "moved") && stands(scene) === stands(before);
  const announced = passed && !scene.over ? fill(texts.passes, side(events.at(-1).seat)) : "";
  for (const event of events) {
    if (event.event === "moved" && !card.verbs) said.push(fill(texts.moved, side(event.seat), written(card, event.move)));
    if (event.event === "taken-back") said.push(texts.takenBack);
    if (event.event === "draw-declined") {
      message = { text: fill(texts.declinesDraw, side(event.seat)), note: true };
      said.push(message.text);
    }
  }
  if (card.verbs) said.push(changes(state, before));
  if (!card.verbs || scene.over) said.push(...scene.status);
  return {
    ...speak(state, [announced, ...said].filter(Boolean).join(" ")), message, announced, hinted: [], cause: [],
    drawn: scene.over ? state.drawn : [],
    odds: scene.over ? null : state.odds,
    sound: { name: soundOf(state, before, events) },
  };
}

// The invitation is kept until its seat is taken.
function invitation(state) {
  const seat = state.invited?.split(".")[0];
  if (!seat || state.seats.some((each) => each.seat === seat && !each.taken)) return state;
  const { satDown } = state.texts;
  return speak(tell({ ...state, invited: null }, satDown, true), satDown);
}

// A board on which every cell is of this shade, with nothing on it.
function blankBoard({ columns, rows }, shade) {
  return rows.flatMap((row) => columns.map((column) => ({ name: column + row, shade, piece: null, marks: [] })));
}

// A scene of which only the changes were sent: since the message before, or, at first, on a board of blank cells.
function whole(before, news) {
  const { changed, ...scene } = news;
  if (!changed) return news;
  const cells = changed.blank ? blankBoard(scene.picture, changed.blank) : [...before.picture.cells];
  for (const [index, cell] of changed.cells) cells[index] = cell;
  const known = changed.moves ? before.moves.slice(0, changed.moves) : [];
  return { ...scene, picture: { ...scene.picture, cells }, moves: [...known, ...scene.moves] };
}

// The boards that are known, with the one that has just come.
function grown({ plies, scene: before }, scene) {
  if (!plies || !before) return null;
  const [was, is] = [before.moves.length, scene.moves.length];
  if (is === was && plies.length === is + 1) return plies;
  if (is < was) return plies.slice(0, is + 1);
  if (is !== was + 1 || plies.length !== is) return null;
  return [...plies, { picture: scene.picture, position: scene.position, opening: scene.opening, path: scene.path }];
}

// A scene with its view, from the stream or from an answer. A viewer without one side keeps what is at the
// bottom.
function seen(state, { scene: news, view }, at) {
  const scene = whole(state.scene, news);
  const turn = !state.view || view.own_side ? { bottom: view.bottom, turned: view.turned } : {};
  return {
    ...state, scene, view, ...turn, heardAt: at,
    plies: grown(state, scene),
    // Are moves single squares on which something is placed?
    places: scene.choices.length ? scene.choices.every((choice) => choice.path.length < 2) : state.places,
    pending: state.pending.filter((entry) => entry.expected >= scene.next),
    past: state.past && state.past.ply >= scene.moves.length ? null : state.past,
    asking: state.asking && view.controls.some((each) => each.name === "resign" && each.enabled),
  };
}

// Shows the board that is wanted, if it is known.
function lookAt(state) {
  const { plies, wanted } = state;
  if (wanted === null || !plies?.[wanted]) return state;
  const next = { ...state, wanted: null, past: { ...plies[wanted], ply: wanted }, hinted: [], drawn: [], cause: [], hand: null, premove: null };
  return speak(next, status(next));
}

const handlers = {
  heard(state, { news, at }) {
    const before = state.scene;
    let next = seen({ ...state, you: news.you ?? null, seats: news.seats ?? state.seats, pace: news.pace ?? state.pace, paused: news.paused ?? state.paused }, news, at);
    if (before && before.next !== next.scene.next) next = changed(next, before, news.events ?? []);
    if (news.rematch && next.scene.over && !state.rematch) {
      const { rematchWanted, rematchForOthers } = state.texts;
      const text = own(next).length ? rematchWanted : rematchForOthers;
      next = speak(tell({ ...next, rematch: news.rematch }, text, true), text);
    }
    return { ...invitation(next), slides: before !== null };
  },
  refused(state, { key, problem, text, at }) {
    const pending = state.pending.filter((entry) => entry.key !== key)
      .map((entry) => (entry.key > key ? { ...entry, expected: entry.expected - 1 } : entry));
    const next = { ...state, pending, cause: problem.because ?? [] };
    return tell(problem.scene ? seen(next, problem, at) : next, text);
  },
  paced: (state, { pace, paused }) => ({ ...state, pace, paused }),
  connection: (state, { up, waiting, looks }) => ({ ...state, connection: { up, waiting, looks } }),
  seats: (state, { seats }) => invitation({ ...state, seats }),

  press(state, { name, fresh, carried }) {
    const next = press(fresh ? { ...state, picked: [] } : state, name);
    return { ...next, landed: carried ? name : null };
  },
  drop,
  refuse: (state, { name }) => (state.picked.length ? refusal(state, name) : state),
  choose: (state, { choice }) => move(state, choice.move, { choice }),
  verb(state, { word, index }) {
    const { verbs } = state.card;
    const { name } = state.scene.picture.cells[index];
    // With doubts a mark becomes a doubt, and a doubt nothing.
    if (state.options.questions && word === verbs.mark) {
      const questions = new Set(state.questions);
      if (questions.delete(name)) return { ...state, questions };
      if (picture(state).cells[index].piece) return move({ ...state, questions: questions.add(name) }, `${word} ${name}`, { marks: index });
    }
    return move(state, `${word} ${name}`, word === verbs.mark ? { marks: index } : {});
  },
  typed: (state, { text }) => move(state, unwritten(state.card, text), { typed: text }),
  // The turn has come for the move that waited.
  premoved(state) {
    const path = state.premove;
    if (!path || !choices(state).length) return state;
    const fits = choices(state).filter((choice) => (path.length === 1 ? means(choice, path[0]) : choice.path[0] === path[0] && ends(choice, path[1])));
    const names = Object.keys(state.card.pieces);
    const strongest = [...fits].sort((a, b) => names.indexOf(pieceName(b.places)) - names.indexOf(pieceName(a.places)))[0];
    return strongest ? move(state, strongest.move, { choice: strongest }) : tell({ ...state, premove: null }, state.texts.premoveGone);
  },
  // Why a piece cannot move.
  explained: (state, { name, message, because }) => tell({ ...state, cause: because ?? [] }, message ?? fill(state.texts.stuck, name)),
  sketch: (state, { drawn }) => ({ ...state, drawn }),
  option: (state, { name, value }) => ({ ...state, options: { ...state.options, [name]: value } }),
  // Another game of the same kind begins here: all cells as they were before the first move.
  again(state, { scene, view }) {
    const { texts, card, marking, flipped, options, odds, connection } = state;
    const fresh = { ...state, pending: [], past: null, wanted: null, picked: [], hinted: [], cause: [], drawn: [], plies: null, best: null, questions: new Set(), rematch: null, closed: false, announced: "", message: { text: "", note: false } };
    return { ...fresh, texts, card, marking, flipped, options, connection, odds: odds && { cells: null }, scene, view };
  },

  say: (state, { text, note }) => tell(state, text, note),
  hint(state, { answer }) {
    if (answer.next !== state.scene.next) return state;
    const choice = state.scene.choices.find((each) => each.move === answer.move);
    const cell = answer.move.split(" ").at(-1);
    const hinted = choice?.path ?? (find(state.scene.picture, cell) < 0 ? [] : [cell]);
    const value = answer.score ? ` (${answer.score})` : "";
    const text = state.card.verbs ? answer.reason : [`${state.texts.hint}: ${written(state.card, answer.move)}${value}.`, answer.reason].filter(Boolean).join(" ");
    // A hint is about the present board.
    return tell({ ...state, hinted, past: null, wanted: null }, text, true);
  },
  // The odds of all cells: wanted first, there when the server has found them.
  odds: (state, { wanted }) => ({ ...state, odds: wanted ? { cells: null } : null }),
  foundOdds(state, { next, cells }) {
    if (!state.odds || next !== state.scene.next) return state;
    return { ...state, odds: { cells: new Map(cells.map(({ cell, mine }) => [cell, mine])) } };
  },

  // Keys may come faster than the boards: each counts, and the last one wins.
  look(state, { ply }) {
    const last = state.scene.moves.length;
    const to = Math.max(0, Math.min(last, ply));
    if (to < last) return lookAt({ ...state, wanted: to });
    const next = { ...state, wanted: null, past: null, hinted: [], drawn: [] };
    return speak(next, status(next));
  },
  // All boards of the game: the first one, and what each move changed.
  plies(state, { answer }) {
    if (!answer || answer.changes.length !== state.scene.moves.length) return { ...state, wanted: null };
    const pictures = [answer.first];
    for (const changed of answer.changes) {
      const cells = [...pictures.at(-1).cells];
      for (const [index, cell] of changed) cells[index] = cell;
      pictures.push({ ...answer.first, cells });
    }
    const opening = (ply) => answer.openings[Math.min(ply, answer.openings.length - 1)] ?? undefined;
    const plies = pictures.map((board, ply) => ({ picture: board, position: answer.positions[ply], opening: opening(ply), path: answer.paths[ply] }));
    return lookAt({ ...state, plies });
  },

  pointed: (state, { path }) => ({ ...state, hinted: path }),
  flip: (state) => ({ ...state, flipped: !state.flipped, slides: false }),
  mark: (state) => ({ ...state, marking: !state.marking }),
  ask: (state, { asking }) => ({ ...state, asking }),
  close: (state) => ({ ...state, closed: true }),
  copied: (state, { name }) => (name ? speak({ ...state, copied: name }, state.texts.copied) : { ...state, copied: null }),
  best: (state, { times }) => ({ ...state, best: times }),
};

export function reduce(state, message) {
  const next = handlers[message.type]({ ...state, slides: true, landed: null }, message);
  // What is in the hand stays there as long as it begins a move.
  const held = choices(next).some((choice) => begins(choice, next.picked));
  return held ? next : { ...next, picked: [], promotion: null };
}
