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
  hinted: [],
  odds: null,
  marking: false,
  asking: false,
  closed: false,
  flipped: false,
  bottom: null,
  turned: false,
  copied: null,
  message: { text: "", note: false },
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
export const numbered = ({ moves, numbering }, ply) => `${number(numbering, ply)} ${moves[ply - 1]}`;

const find = (picture, name) => picture.cells.findIndex((cell) => cell.name === name);

// The board that is shown: one of the past, or the present one with the moves that are on their way.
export function picture(state) {
  if (state.past) return state.past.picture;
  if (!state.pending.length) return state.scene.picture;
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
  return { ...state.scene.picture, cells };
}

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
  return said.join(", ");
}

export function status(state) {
  const { texts, past, scene, view } = state;
  if (past) return past.ply ? fill(texts.lookingBack, numbered(scene, past.ply)) : texts.start;
  return [...scene.status, ...(view.thinking ? [texts.thinking] : [])].join(" ");
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
    ...tell(state, ""), past: null, wanted: null, picked: [], promotion: null,
    pending: [...state.pending, entry], sent: entry.key,
  };
}

// Either a whole move is picked, or the piece is in the hand.
function settle(state, found, name) {
  const whole = found.filter((choice) => choice.path.length === state.picked.length);
  if (whole.length > 1) return { ...state, promotion: { choices: whole, name } };
  if (whole.length === 1) return move(state, whole[0].move, { choice: whole[0] });
  if (state.picked.length > 1) return speak(state, state.texts.goesOn);
  const shown = picture(state);
  return speak(state, fill(state.texts.pickedUp, spoken(state, shown, find(shown, name))));
}

// A square is pressed.
function press(state, name) {
  const { picked } = state;
  if (!picked.length) {
    const alone = choices(state).filter((choice) => means(choice, name));
    if (alone.length) return settle({ ...state, picked: alone[0].path }, alone, name);
    const found = choices(state).filter((choice) => choice.path[0] === name);
    return found.length ? settle({ ...state, picked: [name] }, found, name) : state;
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
  const dropped = { ...state, picked: [], promotion: null };
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
  for (const event of events) {
    if (event.event === "moved" && !card.verbs) said.push(fill(texts.moved, side(event.seat), event.move));
    if (event.event === "taken-back") said.push(texts.takenBack);
    if (event.event === "draw-declined") {
      message = { text: fill(texts.declinesDraw, side(event.seat)), note: true };
      said.push(message.text);
    }
  }
  if (card.verbs) said.push(changes(state, before));
  if (!card.verbs || scene.over) said.push(...scene.status);
  return {
    ...speak(state, said.join(" ")), message, hinted: [],
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

// A scene with its view, from the stream or from an answer. A viewer without one side keeps what is at the
// bottom.
function seen(state, { scene, view }, at) {
  const turn = !state.view || view.own_side ? { bottom: view.bottom, turned: view.turned } : {};
  return {
    ...state, scene, view, ...turn, heardAt: at,
    pending: state.pending.filter((entry) => entry.expected >= scene.next),
    past: state.past && state.past.ply >= scene.moves.length ? null : state.past,
    asking: state.asking && view.controls.some((each) => each.name === "resign" && each.enabled),
  };
}

const handlers = {
  heard(state, { news, at }) {
    const before = state.scene;
    let next = seen({ ...state, you: news.you ?? null, seats: news.seats ?? state.seats, pace: news.pace ?? state.pace }, news, at);
    if (before && before.next !== next.scene.next) next = changed(next, before, news.events ?? []);
    if (news.rematch && next.scene.over && !state.rematch) {
      const { rematchWanted } = state.texts;
      next = speak(tell({ ...next, rematch: news.rematch }, rematchWanted, true), rematchWanted);
    }
    return { ...invitation(next), slides: before !== null };
  },
  refused(state, { key, problem, text, at }) {
    const pending = state.pending.filter((entry) => entry.key !== key)
      .map((entry) => (entry.key > key ? { ...entry, expected: entry.expected - 1 } : entry));
    const next = { ...state, pending };
    return tell(problem.scene ? seen(next, problem, at) : next, text);
  },
  connection: (state, { up, waiting }) => ({ ...state, connection: { up, waiting } }),
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
    return move(state, `${word} ${name}`, word === verbs.mark ? { marks: index } : {});
  },
  typed: (state, { text }) => move(state, text, { typed: text }),

  say: (state, { text, note }) => tell(state, text, note),
  hint(state, { answer }) {
    if (answer.next !== state.scene.next) return state;
    const choice = state.scene.choices.find((each) => each.move === answer.move);
    const cell = answer.move.split(" ").at(-1);
    const hinted = choice?.path ?? (find(state.scene.picture, cell) < 0 ? [] : [cell]);
    const text = state.card.verbs ? answer.reason : [`${state.texts.hint}: ${answer.move}.`, answer.reason].filter(Boolean).join(" ");
    // A hint is about the present board.
    return tell({ ...state, hinted, past: null, wanted: null }, text, true);
  },
  // The odds of all cells: wanted first, there when the server has found them.
  odds: (state, { wanted }) => ({ ...state, odds: wanted ? { cells: null } : null }),
  foundOdds(state, { next, cells }) {
    if (!state.odds || next !== state.scene.next) return state;
    return { ...state, odds: { cells: new Map(cells.map(({ cell, mine }) => [cell, mine])) } };
  },

  // Keys may come faster than pictures: each counts, and the last one wins.
  look(state, { ply }) {
    const last = state.scene.moves.length;
    const to = Math.max(0, Math.min(last, ply));
    if (to < last) return { ...state, wanted: to };
    const next = { ...state, wanted: null, past: null, hinted: [] };
    return speak(next, status(next));
  },
  looked(state, { ply, picture: board, position: text, opening }) {
    if (state.wanted !== ply) return state;
    if (!board) return { ...state, wanted: null };
    const next = { ...state, wanted: null, past: { ply, picture: board, position: text, opening }, hinted: [] };
    return speak(next, status(next));
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
