// The state of a game's page is a pure function of messages: it runs without a page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const source = await readFile(new URL('../../crates/web/assets/state.js', import.meta.url), 'utf8');
const { begin, choices, ownMarks, picture, reduce } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

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

test('of several looks back the last one wins', () => {
  const board = news(1, [cell('a')], []);
  board.scene.moves = ['x', 'y', 'z'];
  const state = after({ type: 'heard', news: board, at: 0 }, { type: 'look', ply: 2 }, { type: 'look', ply: 1 });
  const late = reduce(state, { type: 'looked', ply: 2, picture: board.scene.picture });
  assert.equal(late.past, null);
  assert.equal(reduce(late, { type: 'looked', ply: 1, picture: board.scene.picture }).past.ply, 1);
});
