// The state of a game's page is a pure function of messages: it runs without a page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const source = await readFile(new URL('../../crates/web/assets/state.js', import.meta.url), 'utf8');
const { begin, choices, ownMarks, picture, reduce, unwritten, written } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const texts = new Proxy({}, { get: (_, name) => (name === 'marks' ? {} : `${String(name)} {}`) });
const cell = (name, piece = null) => ({ name, shade: 'light', piece, marks: [] });
const pawn = { kind: 'pawn', side: 'white' };
const queen = { kind: 'queen', side: 'white' };
const pieces = [['white pawn', 'pawn', 'white pawn'], ['white queen', 'queen', 'white queen']];
const card = { pieces, shades: [['light', 'empty']], verbs: null, captures: true };
const bars = [{ seat: 'black', side: 'Black' }, { seat: 'white', side: 'White' }];

const news = (next, cells, offered, view = {}) => ({
  you: 'white',
  scene: { next, picture: { columns: ['a', 'b', 'c'], rows: ['1'], cells }, choices: offered, players: [], status: [], tallies: [], moves: [], controls: [], over: false },
  view: { bottom: 'white', turned: false, own_side: true, bars, controls: [], ...view },
});

/** Freezes everything, so that a reducer that changes its state would throw. */
const freeze = (value) => {
  if (value && typeof value === 'object' && !Object.isFrozen(value) && value !== texts) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
};
const after = (...messages) => messages.reduce((state, message) => freeze(reduce(state, message)), freeze(begin({ texts, card, seats: [], invited: null })));
const heard = (...given) => ({ type: 'heard', news: news(...given), at: 0 });
const press = (name) => ({ type: 'press', name });

test('a move is drawn before the server has answered, and taken back when it is refused', () => {
  const cells = [cell('a', pawn), cell('b'), cell('c')];
  const offered = [{ path: ['a', 'b'], move: 'b' }];
  const moved = after(heard(1, cells, offered), press('a'), press('b'));
  assert.deepEqual(moved.pending.map(({ key, expected, move }) => [key, expected, move]), [[1, 1, 'b']]);
  assert.deepEqual(picture(moved).cells.map(({ piece }) => piece), [null, pawn, null]);
  assert.deepEqual(choices(moved), [], 'nothing can be picked meanwhile');

  const refused = reduce(moved, { type: 'refused', key: 1, problem: {}, text: 'No.', at: 0 });
  assert.deepEqual(picture(refused).cells.map(({ piece }) => piece), [pawn, null, null]);
  assert.equal(refused.message.text, 'No.');

  const confirmed = reduce(moved, heard(2, [cell('a'), cell('b', pawn), cell('c')], []));
  assert.deepEqual(confirmed.pending, []);
});

test('moves along the same squares are told apart by the piece they place', () => {
  const offered = [{ path: ['a', 'b'], move: 'b=Q', places: queen }, { path: ['a', 'b'], move: 'b', places: pawn }];
  const asked = after(heard(1, [cell('a', pawn), cell('b'), cell('c')], offered), press('a'), press('b'));
  assert.deepEqual(asked.promotion.choices.map(({ move }) => move), ['b=Q', 'b']);
  const chosen = reduce(asked, { type: 'choose', choice: offered[0] });
  assert.deepEqual(picture(chosen).cells.map(({ piece }) => piece), [null, queen, null]);
  assert.equal(chosen.promotion, null);
  assert.equal(reduce(asked, { type: 'drop' }).promotion, null);
});

test('other squares may mean the same move', () => {
  const offered = [{ path: ['a'], move: 'drop', places: pawn, also: ['c'] }];
  const state = after(heard(1, [cell('a'), cell('b'), cell('c')], offered));
  assert.deepEqual([...ownMarks(state)], [[0, ['target']]]);
  assert.deepEqual(picture(reduce(state, press('c'))).cells.map(({ piece }) => piece), [pawn, null, null]);
  assert.deepEqual(reduce(state, press('b')).pending, []);
});

test('a viewer without one side keeps what is at the bottom', () => {
  const cells = [cell('a')];
  const black = heard(1, cells, [], { bottom: 'black', turned: true });
  const none = heard(2, cells, [], { own_side: false });
  assert.deepEqual([after(black, none).bottom, after(black, none).turned], ['black', true]);
  assert.deepEqual([after(none).bottom, after(none).turned], ['white', false]);
});

/** What the server answers to the question for all boards of a game of three moves. */
const boards = (cells) => ({ first: { columns: ['a'], rows: ['1'], cells }, changes: [[[0, cell('a', pawn)]], [], []], positions: ['p0', 'p1', 'p2', 'p3'], openings: [null, 'an opening'], paths: [[], [], [], []] });

test('of several looks back the last one wins, and all boards are there at once', () => {
  const board = news(1, [cell('a')], []);
  board.scene.moves = ['x', 'y', 'z'];
  const state = after({ type: 'heard', news: board, at: 0 }, { type: 'look', ply: 2 }, { type: 'look', ply: 1 });
  assert.equal(state.past, null);
  const looked = reduce(state, { type: 'plies', answer: boards([cell('a')]) });
  assert.deepEqual([looked.past.ply, looked.past.position, looked.past.opening], [1, 'p1', 'an opening']);
  assert.deepEqual(looked.past.picture.cells[0].piece, pawn);
  const back = reduce(looked, { type: 'look', ply: 0 });
  assert.deepEqual([back.past.ply, back.wanted, back.past.picture.cells[0].piece], [0, null, null]);
});

test('a scene of which only the changes come is made whole', () => {
  const first = news(1, [cell('a', pawn), cell('b')], []);
  first.scene.moves = ['x'];
  const second = news(2, [], []);
  Object.assign(second.scene, { moves: ['y'], changed: { cells: [[1, cell('b', queen)]], moves: 1 } });
  const { scene } = after({ type: 'heard', news: first, at: 0 }, { type: 'heard', news: second, at: 0 });
  assert.deepEqual(scene.moves, ['x', 'y']);
  assert.deepEqual(scene.picture.cells.map(({ piece }) => piece), [pawn, queen]);
});

test('a move that is chosen before the turn is made when the turn comes, and given up when it cannot be', () => {
  const cells = [cell('a', pawn), cell('b'), cell('c')];
  const waiting = after(heard(1, cells, []), press('a'), press('b'));
  assert.deepEqual([waiting.premove, waiting.pending], [['a', 'b'], []]);
  assert.deepEqual([...ownMarks(waiting)], [[0, ['premove']], [1, ['premove']]]);
  const turn = (path) => reduce(reduce(waiting, heard(2, cells, [{ path, move: 'm' }])), { type: 'premoved' });
  assert.deepEqual(turn(['a', 'b']).pending.map(({ move }) => move), ['m']);
  const gone = turn(['a', 'c']);
  assert.deepEqual([gone.pending, gone.premove, gone.message.text], [[], null, 'premoveGone {}']);
  assert.equal(reduce(waiting, { type: 'drop' }).premove, null);
});

test('pieces have the letters of the language, in and out', () => {
  const spanish = { ...card, letters: { N: 'C', R: 'T', K: 'R' } };
  assert.equal(written(spanish, 'Nxf3'), 'Cxf3');
  assert.equal(written({ ...card, letters: { pass: 'paso' } }, 'pass'), 'paso');
  assert.equal(unwritten({ ...card, letters: { pass: 'paso' } }, 'paso'), 'pass');
  for (const [typed, meant] of [['Cf3', 'Nf3'], ['Td1', 'Rd1'], ['Re2', 'Ke2'], ['e4', 'e4'], ['Nf3', 'Nf3']]) assert.equal(unwritten(spanish, typed), meant);
});

test('a jump over several squares stands where it has come to, and goes on by itself where one way is left', () => {
  const cells = [cell('a', pawn), cell('b'), cell('c'), cell('d')];
  const fork = [{ path: ['a', 'b', 'c'], move: 'one' }, { path: ['a', 'b', 'd'], move: 'other' }];
  const halfway = after(heard(1, cells, fork), press('a'), press('b'));
  assert.deepEqual(picture(halfway).cells.map(({ piece }) => piece), [null, pawn, null, null]);
  const single = after(heard(1, cells, [fork[0]]), press('a'), press('b'));
  assert.deepEqual(single.pending.map(({ move }) => move), ['one']);
});

test('a move that changes nothing is announced as a pass', () => {
  const cells = [cell('a', pawn)];
  const passed = { ...news(2, cells, []), events: [{ event: 'moved', seat: 'black', move: 'pass' }] };
  assert.equal(after(heard(1, cells, []), { type: 'heard', news: passed, at: 0 }).announced, 'passes Black');
});

test('a first message that lists only some cells makes the others blank', () => {
  const first = news(3, [], []);
  first.scene.moves = ['open b1'];
  first.scene.changed = { blank: 'closed', cells: [[1, { ...cell('b1'), shade: 'open' }]], moves: 0 };
  const { scene } = after({ type: 'heard', news: first, at: 0 });
  assert.deepEqual(scene.picture.cells.map(({ name, shade }) => [name, shade]), [['a1', 'closed'], ['b1', 'open'], ['c1', 'closed']]);
  assert.deepEqual(scene.moves, ['open b1']);
  assert.equal(scene.changed, undefined);
});
