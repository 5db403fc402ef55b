// How a game feels: what waits, what keeps its place, what is said, and where one can look.

import assert from 'node:assert/strict';
import { PHONE } from './narrow.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const AGAINST = (level, own = 'white') => ({ game: 'chess', players: own === 'white' ? { white: 'human', black: level } : { white: level, black: 'human' } });
const ALONE = { white: 'human', black: 'human' };

/** Adds up how far things jump from now on, without what follows a press at once. */
const watchShifts = (person) => person.page.evaluate(() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
});

story('nothing jumps over a whole game', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(AGAINST('random'));
  await watchShifts(anna);
  for (let turn = 0; turn < 14; turn += 1) {
    const { scene } = await anna.game();
    if (scene.over) break;
    const choice = scene.choices.find(({ path, places }) => path.length === 2 && !places);
    await anna.plays(...choice.path);
    await anna.isTold(/^Your turn\./);
  }
  await anna.does('resign');
  await anna.does('yes');
  await anna.reads('#ending', /You lost/);
  const shifted = await anna.page.evaluate(() => window.shifted);
  assert(shifted < 0.02, `everything together has jumped by ${shifted}`);
});

story('controls keep their slots, whether they make sense or not', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(AGAINST('level:1'));
  const places = () => anna.page.locator('.tools > :visible, .dangers > button:visible').evaluateAll((all) => all.map((button) => [Math.round(button.getBoundingClientRect().x), Math.round(button.getBoundingClientRect().y)]));
  const before = await places();
  assert(before.length >= 7, `${before.length} controls`);
  await anna.plays('e2', 'e4');
  assert.deepEqual(await places(), before, 'while the computer thinks');
  await anna.isTold(/^Your turn\./);
  assert.deepEqual(await places(), before, 'on the next turn');
  const words = await anna.page.locator('.tools > :visible').evaluateAll((all) => all.map((button) => [button.innerText.trim().length > 0, button.querySelector('svg') !== null]));
  for (const [word, icon] of words) assert(word && icon, 'an icon with a word');
});

story('the computer answers when one has seen one’s own move, and at once for people who want less motion', async ({ person }) => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const anna = await person(`Anna, ${reducedMotion}`, { reducedMotion });
    await anna.sitsDownAt(AGAINST('random'));
    // Both moments as the page itself draws them.
    await anna.page.evaluate(() => {
      window.drawn = [];
      new MutationObserver(() => {
        const pieces = [...document.querySelectorAll('#board [data-piece]')].map(({ dataset }) => dataset.name + dataset.piece).join();
        if (window.drawn.at(-1)?.pieces !== pieces) window.drawn.push({ pieces, at: performance.now() });
      }).observe(document.querySelector('#board'), { attributes: true, subtree: true, attributeFilter: ['data-piece'] });
    });
    await anna.plays('e2', 'e4');
    await anna.isTold(/^Your turn\./);
    const [own, answer] = (await anna.page.evaluate(() => window.drawn)).map(({ at }) => at);
    if (reducedMotion === 'no-preference') assert(answer - own >= 340, `it answered after ${Math.round(answer - own)} ms`);
  }
});

story('a move for the next turn waits, is made when the turn comes, and can be let go', async ({ person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  const { id, invitations } = await anna.sitsDownAt({ game: 'chess', players: ALONE, mine: ['white'] });
  await ben.opens(`/games/${id}#black.${invitations.black}`);
  await ben.isThere();
  await anna.plays('e2', 'e4');
  await ben.seesMoves('e4');
  await anna.drags('g1', 'f3');
  await anna.seesMarks('premove', ['f3', 'g1']);
  await anna.reads('#message', /Your next move waits/);
  await ben.plays('e7', 'e5');
  await ben.seesMoves('e4', 'e5', 'Nf3');
  await ben.plays('b8', 'c6');
  await anna.isTold(/^Your turn\./);

  await anna.plays('a2', 'a3');
  await ben.seesMoves('e4', 'e5', 'Nf3', 'Nc6', 'a3');
  await anna.clicks('b2', 'b4');
  await anna.seesMarks('premove', ['b2', 'b4']);
  await anna.presses('Escape');
  await anna.seesMarks('premove', []);
  await ben.plays('a7', 'a6');
  await anna.isTold(/^Your turn\./);
  assert(!(await anna.moves()).includes('b4'));
});

story('all boards are there at once: keys and the wheel go through them from anywhere', async ({ person }) => {
  const anna = await person('Anna');
  const record = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *';
  await anna.sitsDownAt({ game: 'chess', record, players: ALONE });
  const asked = [];
  anna.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await anna.presses('ArrowLeft');
  await anna.isTold('After 3. Bb5.');
  for (const text of ['After 2… Nc6.', 'After 2. Nf3.']) {
    await anna.presses('ArrowLeft');
    await anna.isTold(text);
  }
  await anna.presses('Home', 'ArrowRight');
  await anna.isTold('After 1. e4.');
  await anna.square('d5').hover();
  await anna.page.mouse.wheel(0, 100);
  await anna.isTold('After 1… e5.');
  await anna.page.mouse.wheel(0, -100);
  await anna.isTold('After 1. e4.');
  // Also when a square was clicked before, and when a button has the focus.
  await anna.presses('End');
  await anna.isTold('White to move.');
  await anna.clicks('a2');
  await anna.presses('Escape', 'ArrowLeft');
  await anna.isTold('After 3. Bb5.');
  await anna.does('flip');
  await anna.presses('ArrowLeft');
  await anna.isTold('After 2… Nc6.');
  assert.equal(asked.filter((path) => path.includes('/picture')).length, 1, 'one request for all of them');
});

story('arrows and circles are drawn with the second button, and a click takes them away', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players: ALONE });
  const middle = async (name) => {
    const { x, y, width, height } = await anna.square(name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const draw = async (from, to) => {
    await anna.page.mouse.move(...await middle(from));
    await anna.page.mouse.down({ button: 'right' });
    await anna.page.mouse.move(...await middle(to), { steps: 4 });
    await anna.page.mouse.up({ button: 'right' });
  };
  const drawn = () => anna.page.locator('.arrow.drawn g').count();
  await draw('e2', 'e4');
  await draw('d5', 'd5');
  await eventually(async () => assert.equal(await drawn(), 2));
  await draw('d5', 'd5');
  await eventually(async () => assert.equal(await drawn(), 1, 'the same again takes it away'));
  await anna.clicks('h5');
  await eventually(async () => assert.equal(await drawn(), 0));
});

story('what cannot be done says why, with the sentence of a typed move, and shows the cause', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/status of 422/);
  // The knight on d2 shields its king from the bishop on b4.
  await anna.sitsDownAt({ ...AGAINST('level:1'), start: '4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1' });
  await anna.clicks('d2');
  await anna.reads('#message', 'Illegal knight move: it would leave your king in check.');
  await anna.seesMarks('cause', ['b4']);
  await anna.types('Nf3');
  await anna.reads('#message', 'Illegal knight move: it would leave your king in check.');
  await anna.clicks('e1', 'e3');
  await anna.reads('#message', 'Illegal king move: a king cannot go from e1 to e3.');
  await anna.seesMarks('cause', []);

  await anna.sitsDownAt({ game: 'checkers', players: ALONE, start: 'B:W18,22:B9,14' });
  await anna.clicks('9');
  await anna.reads('#message', /a capture is mandatory/i);
  await anna.seesMarks('cause', ['14']);

  await anna.sitsDownAt({ game: 'othello', players: { white: 'level:1', black: 'human' } });
  await anna.clicks('a1');
  await anna.reads('#message', /a1/);
});

story('Spanish letters are read and written', async ({ person }) => {
  const ana = await person('Ana', { locale: 'es-ES' });
  await ana.sitsDownAt({ game: 'chess', players: ALONE });
  await ana.types('Cf3');
  await ana.seesMoves('Cf3');
  await ana.types('Cf6');
  await ana.types('Tg1');
  await ana.seesMoves('Cf3', 'Cf6', 'Tg1');
  assert.deepEqual((await ana.game()).scene.moves, ['Nf3', 'Nf6', 'Rg1']);
});

story('the result has the score, and a pass is announced in large type', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'othello', players: ALONE, start: `OX${'-'.repeat(62)} X` });
  await anna.does('pass');
  await anna.isTold(/^Black has no move and passes\./);
  const size = () => anna.page.locator('#status').evaluate((status) => Number.parseFloat(getComputedStyle(status).fontSize));
  assert((await size()) >= 20);
  await anna.clicks('c1');
  await anna.reads('#ending .headline', 'White won, 3 to 0.');
  await eventually(async () => assert((await size()) < 20));
});

story('material is counted, and one’s choices are remembered', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players: ALONE, start: '4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1' });
  await anna.reads('[data-bar=top] [data-lead]', '+8');
  await anna.plays('e4', 'd5');
  await anna.reads('[data-bar=bottom] [data-lead]', '+1');

  await anna.begins('chess', 'computer', { opponent: 'level:7', clock: '5+3', colour: 'black' });
  await anna.opens('/');
  const card = anna.page.locator('form[data-game=chess]');
  await card.locator('summary').click();
  await eventually(async () => assert.equal(await card.locator('[name=opponent]:checked').inputValue(), 'level:7'));
  assert.equal(await card.locator('[name=clock]').inputValue(), '5+3');
  assert.equal(await card.locator('[name=colour]').inputValue(), 'black');

  // A clock of one's own has to be written before the game begins.
  await card.locator('[name=clock]').selectOption('own');
  await card.locator('[name=time]').fill('12+4');
  await card.locator('button[value=computer]').click();
  await anna.page.waitForURL('**/games/*');
  await anna.reads('[data-bar=bottom] [data-clock]', /^1[12]:\d\d$/);
  await anna.opens('/');
  await card.locator('summary').click();
  await eventually(async () => assert.equal(await card.locator('[name=time]').inputValue(), '12+4'));

  await card.locator('[name=start]').selectOption('own');
  await card.locator('button[value=computer]').click();
  await anna.reads('form[data-game=chess] .refusal', /Write or paste a position/);

  await anna.sitsDownAt({ game: 'chess', players: ALONE });
  await anna.does('flip');
  await anna.sitsDownAt({ game: 'chess', players: ALONE });
  await eventually(async () => assert.equal(await anna.page.locator('#board').getAttribute('data-flipped'), ''));
});

story('on a phone on its side the controls are in sight, and a piece is lifted above the finger', async ({ person }) => {
  const anna = await person('Anna', { ...PHONE, viewport: { width: 740, height: 360 } });
  await anna.sitsDownAt(AGAINST('level:1'));
  for (const name of ['hint', 'take-back', 'offer-draw', 'resign', 'abort']) {
    const control = anna.page.locator(`#controls [data-do=${name}]`);
    if (!(await control.isVisible())) continue;
    const { y, height } = await control.boundingBox();
    assert(y >= 0 && y + height <= 360, `${name} is at ${y}`);
  }
  const board = await anna.page.locator('#board').boundingBox();
  assert(board.height >= 300 && board.y + board.height <= 361, `the board is ${board.height} high`);

  const { x, y, width } = await anna.square('e2').boundingBox();
  const session = await anna.page.context().newCDPSession(anna.page);
  const point = { x: x + width / 2, y: y + width / 2 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: point.x, y: point.y - width }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: point.x, y: point.y - 2 * width }] });
  await eventually(async () => {
    const piece = await anna.page.locator('.dragging').boundingBox();
    assert(piece.y + piece.height / 2 < point.y - 2 * width - 10, 'the piece is above the finger');
  });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await eventually(async () => assert.equal((await anna.moves())[0], 'e4'));
});
