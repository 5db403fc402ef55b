// Whoever does not see the page, or not well, can play.

import assert from 'node:assert/strict';
import { findings } from './axe.mjs';
import { story } from './support.mjs';

const players = { white: 'human', black: 'human' };

for (const colorScheme of ['light', 'dark']) {
  story(`axe finds nothing on any page in ${colorScheme} colours`, async ({ person }) => {
    const anna = await person('Anna', { colorScheme });
    const found = {};
    const look = async (where) => {
      const problems = await findings(anna);
      if (problems.length > 0) found[where] = problems;
    };
    await anna.opens('/');
    await look('the first page');
    for (const fold of await anna.page.locator('details > summary').all()) await fold.click();
    await look('the first page, unfolded');

    await anna.sitsDownAt({ game: 'chess', players });
    await anna.plays('e2', 'e4');
    await anna.seesMoves('e4');
    await anna.clicks('e7');
    await anna.unfolds();
    await look('chess, with a piece picked up');
    await anna.sitsDownAt({ game: 'chess', players, start: '7k/P7/8/8/8/8/8/K7 w - - 0 1' });
    await anna.plays('a7', 'a8');
    await anna.page.locator('#promotion').waitFor();
    await look('chess, with a promotion to choose');
    await anna.sitsDownAt({ game: 'chess', players });
    await anna.does('abort');
    await anna.page.locator('#ending').waitFor();
    await look('chess, over');

    await anna.sitsDownAt({ game: 'checkers', mine: ['white'] });
    await look('checkers');
    await anna.sitsDownAt({ game: 'othello', players });
    await anna.clicks('f5');
    await anna.seesMoves('f5');
    await look('othello');
    await anna.sitsDownAt({ game: 'mines', start: 'm1-9x9x10-o-5-a1' });
    await anna.does('odds');
    await anna.page.locator('#board .chance').first().waitFor();
    await look('mines');
    await anna.forgives(/status of 404/);
    await anna.opens('/games/nowhere');
    await look('no such game');
    assert.deepEqual(found, {});
  });
}

story('squares are buttons with spoken names in a grid, and moves are read out', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players });
  const grid = anna.page.getByRole('grid');
  assert.equal(await grid.getByRole('row').count(), 8);
  assert.equal(await grid.getByRole('gridcell').count(), 64);
  await grid.getByRole('button', { name: /^e2, white pawn/i }).click();
  await anna.hears(/picked up/);
  await grid.getByRole('button', { name: /^e4, empty.*can go here/i }).click();
  await anna.hears(/White: e4\..*Black to move\./);
  await grid.getByRole('button', { name: /^d7, black pawn/i }).click();
  await grid.getByRole('button', { name: /^d5/i }).click();
  await anna.hears(/Black: d5\./);
  await grid.getByRole('button', { name: /^e4, white pawn/i }).click();
  await grid.getByRole('button', { name: /^d5, black pawn.*can capture here/i }).click();
  await anna.hears(/White: exd5\./);
});

story('everything can be reached with the Tab key, and the board is one stop', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players });
  await anna.page.locator('#settings').evaluate((settings) => { settings.open = true; });
  const reached = new Set();
  for (let presses = 0; presses < 40; presses += 1) {
    await anna.presses('Tab');
    const stop = await anna.page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === document.body) return null;
      return activeElement.closest('#board') ? 'the board' : activeElement.dataset.do ?? activeElement.id ?? activeElement.tagName;
    });
    if (stop === null) break;
    assert(!(stop === 'the board' && reached.has(stop)), 'the board is one stop');
    reached.add(stop);
  }
  for (const stop of ['the board', 'theme', 'squares', 'pieces', 'sound', 'flip', 'new', 'abort', 'moves']) assert(reached.has(stop), `${stop} is reached: ${[...reached]}`);
});
