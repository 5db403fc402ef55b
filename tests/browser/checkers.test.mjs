// Checkers: jumps are mandatory, and a move may have several.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const ALONE = { game: 'checkers', players: { white: 'human', black: 'human' } };

story('a jump that forks is clicked hop by hop', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: 'W:W22,32:B1,10,11,18' });
  await anna.isTold(/White must capture/);
  await anna.seesMarks('must-capture', ['22']);
  await anna.clicks('32');
  await anna.seesMarks('target', []);
  await anna.clicks('22', '15');
  await anna.seesMoves();
  await anna.clicks('8');
  await anna.sees({ 22: null, 18: null, 11: null, 10: 'black man', 8: 'white man' });
  await eventually(async () => assert.equal((await anna.moves()).length, 1));
  await anna.isTold(/^Black to move\./);
});

story('a jump that can end there in one way only is clicked at its end', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: 'W:W22:B1,11,18' });
  await anna.plays('22', '8');
  await anna.sees({ 22: null, 18: null, 11: null, 8: 'white man' });
});

story('a man that reaches the far row becomes a king', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: 'W:W5:B12,20' });
  await anna.plays('5', '1');
  await anna.sees({ 5: null, 1: 'white crowned-man' });
  await anna.isTold(/^Black to move\./);
});

story('who takes the last piece has won', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: 'W:W22:B18' });
  await anna.plays('22', '15');
  await anna.reads('#ending', /White won by taking every piece\./);
});

story('moves are typed by the numbers of squares', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  await anna.types('11-15');
  await anna.sees({ 11: null, 15: 'black man' });
  await anna.types('22-18');
  await anna.sees({ 22: null, 18: 'white man' });
  await anna.seesMarks('must-capture', ['15']);
  await anna.plays('15', '22');
  await anna.sees({ 15: null, 18: null, 22: 'black man' });
});
