// The tree of variations as the server lists it: moves, each with the place in the list of the one before it, and the
// main move of each position before the others. A place in the tree is a path of moves from the start.

// The moves from a position, given by the place of the move to it; `null` is the start.
export const after = (moves, parent) => moves.flatMap((move, at) => (move.parent === parent ? [at] : []));

// The place of the last move of a path: `null` for the start, `undefined` where the tree has no such path.
export function find(moves, path) {
  let at = null;
  for (const name of path) {
    at = moves.findIndex((move) => move.parent === at && move.move === name);
    if (at < 0) return undefined;
  }
  return at;
}

// The moves that lead to a place.
export function pathTo(moves, at) {
  const path = [];
  for (let here = at; here !== null; here = moves[here].parent) path.unshift(moves[here].move);
  return path;
}

// The tree with a path in it.
export function grown(moves, path) {
  const all = [...moves];
  path.forEach((name, length) => {
    const parent = find(all, path.slice(0, length));
    if (find(all, path.slice(0, length + 1)) === undefined) all.push({ parent, move: name, played: false });
  });
  return all;
}

// The tree as an edit of what is said will leave it; other edits are seen when the server has made them.
export function edited(moves, { change, path = [], text, nags }) {
  const at = find(moves, path);
  const said = { comment: { after: text ? [text] : [] }, rate: { nags } }[change];
  return said ? moves.map((move, place) => (place === at ? { ...move, ...said } : move)) : moves;
}

// The path of the main line from the end of a path on.
export function mainFrom(moves, path) {
  const line = [...path];
  for (let [next] = after(moves, find(moves, path) ?? null); next !== undefined; [next] = after(moves, next)) line.push(moves[next].move);
  return line;
}

// What is printed, in the order of books: the main move, then what could have been played instead, then how the
// main line goes on. Lines hold moves and, after a move, the other lines: `{ at, ply, numbered }` or an array of lines.
export function printed(moves) {
  const children = new Map();
  moves.forEach((move, at) => children.set(move.parent, [...(children.get(move.parent) ?? []), at]));
  // Along the main line of a part of the tree; only variations nest.
  const line = (first, ply) => {
    const parts = [];
    let numbered = true;
    let others = [];
    for (let at = first, here = ply; at !== undefined; here += 1) {
      parts.push({ at, ply: here, numbered });
      if (others.length) parts.push(others);
      numbered = others.length > 0 || prose(moves[at].after).length > 0;
      const [next, ...rest] = children.get(at) ?? [];
      others = rest.map((other) => line(other, here + 1));
      at = next;
    }
    return parts;
  };
  const [first, ...rest] = children.get(null) ?? [];
  if (first === undefined) return [];
  const main = line(first, 1);
  if (rest.length) main.splice(1, 0, rest.map((other) => line(other, 1)));
  return main;
}

// ---- What is said: prose for people, and commands for programs, as PGN has them.

const COMMAND = /\[%[^\]]*\]/g;
const SHAPES = /\[%(?:cal|csl) ([^\]]*)\]/g;

// What a person reads of comments.
export const prose = (said) => (said ?? []).map((text) => text.replace(COMMAND, " ").replace(/\s+/g, " ").trim()).filter(Boolean);

// What files note of a move in figures: its evaluation, what the clock showed and how long it took, by the names of PGN.
export const noted = (said) => ["eval", "clk", "emt"].flatMap((name) => {
  const [, value] = (said ?? []).join(" ").match(new RegExp(`\\[%${name} ([^\\]]*)\\]`)) ?? [];
  return value ? [[name, value.trim()]] : [];
});

// The rest, without what is drawn.
const commands = (said) => (said ?? []).flatMap((text) => (text.replace(SHAPES, "").match(COMMAND) ?? []));

// What is drawn on the board: squares, and pairs of them, each with the letter of its colour.
export const shapes = (said) => (said ?? []).flatMap((text) => [...text.matchAll(SHAPES)])
  .flatMap(([, list]) => list.split(","))
  .map((each) => ({ colour: each.trim()[0], path: each.trim().slice(1).match(/../g) ?? [] }))
  .filter(({ colour, path }) => "GRYB".includes(colour) && (path.length === 1 || path.length === 2));

// A comment with other prose or other shapes.
export function comment(said, { text = prose(said).join(" "), drawn = shapes(said) }) {
  const list = (name, length) => {
    const own = drawn.filter(({ path }) => path.length === length).map(({ colour, path }) => `${colour}${path.join("")}`);
    return own.length ? [`[%${name} ${own.join(",")}]`] : [];
  };
  return [...list("csl", 1), ...list("cal", 2), ...commands(said), text].filter(Boolean).join(" ");
}
