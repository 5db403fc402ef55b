// A phone: 360 pixels wide, and fingers instead of a mouse.

import assert from 'node:assert/strict';
import { field } from './field.mjs';
import { PHONE, overhang, tooSmall } from './narrow.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const ALONE = { white: 'human', black: 'human' };

story('nothing sticks out on a narrow screen, and everything is large enough for a finger', async ({ person }) => {
  const anna = await person('Anna', PHONE);
  await anna.opens('/');
  assert.equal(await overhang(anna), 0, 'the first page');
  for (const fold of await anna.page.locator('details > summary').all()) await fold.tap();
  assert.equal(await overhang(anna), 0, 'the first page with all choices unfolded');
  assert.deepEqual(await tooSmall(anna, 28), []);
  for (const game of ['chess', 'checkers', 'othello']) {
    await anna.sitsDownAt({ game, players: ALONE });
    assert.equal(await overhang(anna), 0, game);
    assert.deepEqual(await tooSmall(anna, 28), [], game);
    const box = await anna.page.locator('#board').boundingBox();
    assert(box.width >= 340 && box.height >= 340, `the board of ${game} uses the width: ${box.width}`);
  }
  await anna.sitsDownAt({ game: 'mines', start: 'beginner' });
  assert.equal(await overhang(anna), 0, 'mines');
  const cell = await anna.square('a1').boundingBox();
  assert(cell.width >= 32, `a cell for beginners is ${cell.width} wide`);
});

story('an expert board scrolls inside its frame and not with the page', async ({ person }) => {
  const anna = await person('Anna', PHONE);
  await anna.sitsDownAt({ game: 'mines', start: 'expert' });
  assert.equal(await overhang(anna), 0);
  const cell = await anna.square('a1').boundingBox();
  assert(cell.width >= 24, `a cell is ${cell.width} wide`);
  await anna.square('ad16').scrollIntoViewIfNeeded();
  const box = await anna.square('ad16').boundingBox();
  assert(box.x >= 0 && box.x + box.width <= 360.5, `the last cell can be brought to the screen: ${box.x}`);
});

story('chess is played with a finger', async ({ person }) => {
  const anna = await person('Anna', PHONE);
  await anna.sitsDownAt({ game: 'chess', players: ALONE });
  await anna.square('e2').tap();
  await anna.seesMarks('target', ['e3', 'e4']);
  await anna.square('e4').tap();
  await anna.sees({ e2: null, e4: 'white pawn' });
  await anna.seesMoves('e4');
  await anna.square('e7').tap();
  await anna.square('e5').tap();
  await anna.seesMoves('e4', 'e5');
});

story('a long press flags, a tap opens', async ({ person }) => {
  const anna = await person('Anna', PHONE);
  const board = field('9x9/10', 5);
  await anna.sitsDownAt({ game: 'mines', start: board.code });
  const [mine] = board.mines;
  await anna.holds(mine, () => anna.sees({ [mine]: 'flag' }));
  await anna.sees({ [mine]: 'flag' });
  assert.deepEqual((await anna.game()).scene.over, false, 'letting go does not open it');
  await anna.reads('#counter', '9');
  const closed = await anna.page.locator('#board button.closed').evaluateAll((all) => all.map((button) => button.dataset.name));
  const safe = closed.find((cell) => !board.isMine(cell));
  await anna.square(safe).tap();
  await eventually(async () => assert.match(await anna.square(safe).getAttribute('class'), /\bopen\b/));
  await anna.holds(mine, () => anna.sees({ [mine]: null }));
  await anna.reads('#counter', '10');
});
