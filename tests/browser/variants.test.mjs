// Four in a row, and variants of other games, begun from the first page.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const size = async (person) => {
  const rows = person.page.locator('#board [role=row]');
  return [await rows.first().getByRole('gridcell').count(), await rows.count()];
};

story('Four in a row: a click on any cell of a column drops a disc, until four are in a row', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('four', 'computer', { opponent: 'human' });
  assert.deepEqual(await size(anna), [7, 6]);
  await anna.isTold('Red to move.');
  await anna.seesMarks('target', ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1']);
  await anna.reads('[data-bar=bottom] .seat', 'Red');
  await anna.reads('[data-bar=top] .seat', 'Yellow');

  await anna.clicks('d5');
  await anna.sees({ d1: 'white disc', d5: null });
  await anna.seesMarks('last-move', ['d1']);
  await anna.isTold('Yellow to move.');
  await anna.hears(/Red: d\./);
  const played = ['d'];
  for (const cell of ['e6', 'd2', 'e1', 'd1', 'e3']) {
    await anna.clicks(cell);
    played.push(cell[0]);
    await anna.seesMoves(...played);
  }
  await anna.sees({ d3: 'white disc', e3: 'black disc', d4: null });
  await anna.clicks('d6');
  await anna.reads('#ending', /Red won by/);
  await anna.seesMarks('winning', ['d1', 'd2', 'd3', 'd4']);
  await anna.clicks('a1');
  await anna.sees({ a1: null });
});

story('Four in a row against the computer, with the keyboard, a hint and a take-back', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('four', 'computer', { opponent: 'minimax:1', start: '6x5' });
  assert.deepEqual(await size(anna), [6, 5]);
  await anna.does('hint');
  await eventually(async () => assert.equal((await anna.marked('hint')).length, 1, 'a hint is one cell'));
  await anna.tabsToTheBoard();
  await anna.goesTo('c4', 'arrows');
  await anna.presses('Enter');
  await anna.sees({ c1: 'white disc' });
  await eventually(async () => assert.equal((await anna.moves()).length, 2, 'the computer answers'));
  await anna.does('take-back');
  await anna.seesMoves();
  await anna.sees({ c1: null });
});

story('a double click drops one disc', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'four' });
  await anna.square('d1').dblclick();
  await anna.seesMoves('d');
  await anna.isTold('Yellow to move.');
  assert.equal((await anna.game()).scene.moves.length, 1);
});

story('Othello on six rows is chosen on the first page', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('othello', 'computer', { opponent: 'level:1', start: '6x6' });
  assert.deepEqual(await size(anna), [6, 6]);
  const targets = await anna.marked('target');
  assert.equal(targets.length, 4);
  await anna.clicks(targets[0]);
  await eventually(async () => assert.equal((await anna.moves()).length, 2, 'the computer answers'));
  const before = anna.id;
  await anna.does('new');
  await eventually(async () => assert.notEqual(anna.id, before));
  await anna.isThere();
  assert.deepEqual(await size(anna), [6, 6], 'a new game keeps the board');
});

story('giveaway checkers: the side without pieces has won', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('checkers', 'computer', { opponent: 'level:1', start: 'giveaway' });
  const { scene } = await anna.game();
  await anna.plays(...scene.choices[0].path);
  await eventually(async () => assert((await anna.moves()).length >= 2, 'the computer answers'));

  await anna.sitsDownAt({ game: 'checkers', start: 'giveaway W:W22:B18' });
  await anna.plays('22', '15');
  await anna.reads('#ending', /Black won/);
});

story('variants speak Spanish', async ({ person }) => {
  const ana = await person('Ana', { locale: 'es' });
  ana.forgives(/status of 422/);
  await ana.begins('four', 'computer', { opponent: 'human' });
  await ana.isTold(/^Juegan /);
  await ana.clicks('d1');
  await ana.seesMoves('d');
  await ana.types('z');
  await ana.reads('#message', /\S/);
  const message = await ana.page.locator('#message').innerText();
  assert.doesNotMatch(message, /\b(the|is|not|column)\b/i, message);
});
