// Othello: discs turn, and who cannot move passes.

import { story } from './support.mjs';

const ALONE = { game: 'othello', players: { white: 'human', black: 'human' } };

story('a disc is placed with one click and turns those between', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  await anna.seesMarks('target', ['c4', 'd3', 'e6', 'f5']);
  await anna.clicks('f5');
  await anna.sees({ f5: 'black disc', e5: 'black disc', d4: 'white disc' });
  await anna.reads('[data-bar=bottom] [data-tally]', '1');
  await anna.reads('[data-bar=top] [data-tally]', '4');
  await anna.isTold('White to move.');
});

story('a pass is announced, and the game ends when nobody can move', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: `OX${'-'.repeat(62)} X` });
  await anna.isTold(/Black has no move and must pass\./);
  await anna.does('pass');
  await anna.isTold(/^Black has no move and passes\. White to move\./);
  await anna.hears(/pass/i);
  await anna.seesControl('pass', false);
  await anna.clicks('c1');
  await anna.reads('#ending', /White won by disc count\./);
});
