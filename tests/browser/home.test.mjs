// The first page: one click, and a game is on.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

for (const game of ['chess', 'checkers', 'othello']) {
  story(`one click on the first page begins a game of ${game} against the computer`, async ({ person }) => {
    const anna = await person('Anna');
    await anna.begins(game, 'computer');
    const { scene } = await anna.game();
    await anna.plays(...scene.choices[0].path);
    await eventually(async () => assert.equal((await anna.moves()).length, 2, 'the computer answers'));
  });
}

story('one click on the first page lays a Minesweeper board, and the next one opens it', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('mines', 'solo');
  await anna.clicks('e5');
  await eventually(async () => assert.match(await anna.square('e5').getAttribute('class'), /\bopen\b/));
  assert.equal((await anna.game()).scene.over, false);
});

story('an address where nothing is leads back to the games', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/status of 404/);
  await anna.opens('/games/nowhere');
  await anna.reads('main', /There is no such game\./);
  await anna.page.getByRole('link', { name: 'All games' }).last().click();
  await anna.page.locator('form[data-game=chess]').waitFor();
});

story('a position that is none is refused on the first page', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/status of 422/);
  await anna.opens('/');
  const card = anna.page.locator('form[data-game=chess]');
  await card.locator('summary').click();
  await card.locator('[name=opponent][value=random]').check();
  await card.locator('[name=start]').selectOption('own');
  await card.locator('[name=own]').fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await card.locator('button[value=computer]').click();
  await anna.reads('form[data-game=chess] .refusal', /king/);
});
