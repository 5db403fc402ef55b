// Lines of play are looked at: by mouse, by keys, by typing, and by whoever hears them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { findings } from './axe.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const players = { white: 'human', black: 'human' };
const ANNOTATED = '[Result "*"]\n\n1. e4 {Best by <i>test</i>.} e5 (1... c5 2. Nf3 $1) 2. Nf3 *\n';

/** The tree as it is printed, a space between its parts. */
const printed = async (person) => (await person.page.locator('#tree').innerText()).replaceAll(/\s+/g, ' ').trim();

async function seesTree(person, text) {
  await eventually(async () => assert.equal(await printed(person), text));
}

/** Begins an analysis from the first page. */
async function analyses(person, game) {
  await person.opens('/');
  await person.page.locator(`form[data-game=${game}] button[value=analyse]`).click();
  await person.page.waitForURL('**/games/*/analysis');
  await person.isThere();
}

async function typesLine(person, ...moves) {
  for (const move of moves) {
    await person.types(move);
    await person.page.locator('#tree [aria-current]').filter({ hasText: move }).waitFor();
  }
}

story('both sides are moved, lines branch, and everything is there again after a reload', async ({ person }) => {
  const anna = await person('Anna');
  await analyses(anna, 'chess');
  await anna.isTold('White to move.');
  await anna.plays('e2', 'e4');
  await anna.sees({ e2: null, e4: 'white pawn' });
  await seesTree(anna, '1. e4');
  await anna.drags('c7', 'c5');
  await seesTree(anna, '1. e4 c5');
  await anna.reads('#opening', 'B20 Sicilian Defense');
  await anna.does('previous');
  await anna.sees({ c5: null, c7: 'black pawn' });
  await typesLine(anna, 'e5', 'Nf3');
  await seesTree(anna, '1. e4 c5 1… e5 2. Nf3');
  await anna.page.locator('#comment').fill('Solid & sound.');
  await anna.page.locator('[data-sign="1"]').click();
  await seesTree(anna, '1. e4 c5 1… e5 2. Nf3! Solid & sound.');
  await anna.does('make-main');
  await seesTree(anna, '1. e4 e5 1… c5 2. Nf3! Solid & sound.');
  await anna.page.reload();
  await anna.isThere();
  await seesTree(anna, '1. e4 e5 1… c5 2. Nf3! Solid & sound.');
  await anna.page.locator('#tree button', { hasText: 'c5' }).click();
  await anna.sees({ c5: 'black pawn', e5: null });
  await anna.does('delete');
  await anna.reads('#ask span', 'Delete this move and all that follows?');
  await anna.does('yes');
  await seesTree(anna, '1. e4 e5 2. Nf3! Solid & sound.');
});

story('what each piece is worth stands on it while that is wanted, on every board that one comes to', async ({ person }) => {
  const anna = await person('Anna');
  await analyses(anna, 'chess');
  const worths = anna.page.locator('#board .worth');
  assert.equal(await worths.count(), 0);
  await anna.does('weigh');
  // All but the kings.
  await eventually(async () => assert.equal(await worths.count(), 30));
  await typesLine(anna, 'e4', 'd5', 'exd5');
  await eventually(async () => assert.equal(await worths.count(), 29));
  const queen = await anna.page.locator('#board [data-name=d8] .worth').textContent();
  assert.ok(Number(queen) > 4, queen);
  assert.deepEqual(await findings(anna), []);
  await anna.does('weigh');
  await eventually(async () => assert.equal(await worths.count(), 0));
});

story('the computer says what it thinks, and stops when it is told to', async ({ person }) => {
  const anna = await person('Anna');
  await analyses(anna, 'chess');
  await typesLine(anna, 'f3', 'e5');
  // A line that is pointed at is shown as arrows in the order of its moves.
  await eventually(async () => {
    await anna.page.locator('#lines button').first().focus();
    assert.equal(await anna.page.locator('.arrow text').first().textContent(), '1');
  });
  await typesLine(anna, 'g4');
  await anna.reads('#lines li:first-child b', '#-1');
  await anna.reads('#lines li:first-child span', /^2… Qh4#/);
  await eventually(async () => assert.match(await anna.page.locator('#evaluation').getAttribute('aria-label'), /#-1/));
  await anna.page.locator('.arrow').first().waitFor();
  await anna.page.locator('#lines button').first().click();
  await anna.isTold('Black won by checkmate.');
  await seesTree(anna, '1. f3 e5 2. g4 Qh4#');
  await anna.does('previous');
  await anna.reads('#lines li:first-child b', '#-1');
  await anna.does('search');
  await eventually(async () => assert.equal(await anna.page.locator('#lines li').count(), 0));
  assert.equal(await anna.page.locator('#evaluation').isVisible(), false);
});

story('arrows and circles are drawn with the second button, and a file keeps them', async ({ person }) => {
  const anna = await person('Anna');
  await analyses(anna, 'chess');
  await typesLine(anna, 'e4');
  await anna.page.locator('#comment').fill('Best by test.');
  await anna.rightClicks('d5');
  await anna.page.locator('.drawn g').waitFor();
  const box = async (name) => anna.square(name).boundingBox();
  const [start, end] = [await box('f1'), await box('c4')];
  await anna.page.mouse.move(start.x + 20, start.y + 20);
  await anna.page.mouse.down({ button: 'right' });
  await anna.page.mouse.move(end.x + 20, end.y + 20, { steps: 3 });
  await anna.page.mouse.up({ button: 'right' });
  await eventually(async () => assert.equal(await anna.page.locator('.drawn g').count(), 2));
  const saved = async () => (await anna.page.request.get(`${anna.server.origin}/api/games/${anna.id}/export`)).text();
  await eventually(async () => assert.match(await saved(), /1\. e4 \{\[%csl Gd5\] \[%cal Gf1c4\] Best by test\.\}/));
  await seesTree(anna, '1. e4 Best by test.');
  await anna.does('previous');
  await eventually(async () => assert.equal(await anna.page.locator('.drawn g').count(), 0));
  await anna.does('next');
  await anna.rightClicks('d5');
  await eventually(async () => assert.doesNotMatch(await saved(), /csl/));
});

story('arrow keys, Home and End walk, and the wheel does', async ({ person }) => {
  const anna = await person('Anna');
  await analyses(anna, 'checkers');
  await typesLine(anna, '11-15', '23-19', '8-11');
  await anna.page.locator('#tree').focus();
  await anna.presses('ArrowLeft');
  await anna.hears(/^1… 23-19/);
  await anna.presses('Home');
  await anna.hears(/^Start/);
  await anna.presses('ArrowRight');
  await anna.hears(/^1\. 11-15/);
  await anna.presses('End');
  await anna.hears(/^2\. 8-11/);
  await anna.square('18').hover();
  await anna.page.mouse.wheel(0, -100);
  await anna.hears(/^1… 23-19/);
  // A move that cannot be made says why, and changes nothing.
  anna.forgives(/422/);
  await anna.types('1-2');
  await eventually(async () => assert.notEqual((await anna.page.locator('#message').innerText()).trim(), ''));
  await seesTree(anna, '1. 11-15 23-19 2. 8-11');
});

story('in Othello each move has its value on its square', async ({ person }) => {
  const anna = await person('Anna');
  await analyses(anna, 'othello');
  await eventually(async () => assert.equal(await anna.page.locator('#board .value').count(), 4));
  await anna.clicks('f5');
  await eventually(async () => assert.equal(await anna.page.locator('#board .value').count(), 3));
  await anna.clicks('d6');
  await seesTree(anna, '1. f5 d6');
});

story('a file with variations is opened from the first page and saved as it was', async ({ person }) => {
  const anna = await person('Anna');
  const file = join(tmpdir(), `annotated-${process.pid}.pgn`);
  await writeFile(file, ANNOTATED);
  await anna.opens('/');
  await anna.page.locator('#file').setInputFiles(file);
  await anna.page.waitForURL('**/games/*/analysis');
  await anna.isThere();
  await seesTree(anna, '1. e4 Best by <i>test</i>. 1… e5 1… c5 2. Nf3! 2. Nf3');
  const [download] = await Promise.all([anna.page.waitForEvent('download'), anna.does('export')]);
  const text = await readFile(await download.path(), 'utf8');
  assert.match(text, /1\. e4 \{Best by <i>test<\/i>\.\} 1\.\.\. e5 \(1\.\.\. c5 2\. Nf3 \$1\) 2\. Nf3 \*/);
});

story('a game that was played is looked at when it is over, and who has no seat keeps nothing', async ({ person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  const { id } = await anna.sitsDownAt({ game: 'chess', mine: ['white'] });
  assert.equal(await anna.page.locator('#analyse').getAttribute('aria-disabled'), 'true');
  await anna.does('abort');
  await eventually(async () => assert.equal(await anna.page.locator('#analyse').getAttribute('aria-disabled'), null));
  await anna.page.locator('#analyse').click();
  await anna.isThere();
  await typesLine(anna, 'd4');
  await ben.opens(`/games/${id}/analysis`);
  await ben.isThere();
  await seesTree(ben, '1. d4');
  await typesLine(ben, 'e4');
  await ben.reads('#message', 'You have no seat in this game: what you try is not kept.');
  await anna.page.reload();
  await anna.isThere();
  await seesTree(anna, '1. d4');
  // What Anna looks at, Ben sees.
  await typesLine(anna, 'd4', 'd5');
  await eventually(async () => assert.match(await printed(ben), /1\. d4 .*d5/));
});

for (const colorScheme of ['light', 'dark']) {
  story(`axe finds nothing on an analysis in ${colorScheme} colours`, async ({ person }) => {
    const anna = await person('Anna', { colorScheme });
    const { id } = await anna.sitsDownAt({ game: 'chess', players });
    await anna.opens(`/games/${id}/analysis`);
    await anna.isThere();
    await typesLine(anna, 'e4', 'e5');
    await anna.page.locator('#lines button').first().waitFor();
    assert.deepEqual(await findings(anna), []);
  });
}

story('Spanish, on a phone', async ({ person }) => {
  const anna = await person('Ana', { locale: 'es-ES', viewport: { width: 390, height: 844 } });
  await analyses(anna, 'chess');
  await typesLine(anna, 'e4', 'e5', 'Cf3', 'Cc6', 'Ab5');
  await anna.reads('#opening', 'C60 Apertura española');
  await anna.isTold('Juegan Negras.');
  await seesTree(anna, '1. e4 e5 2. Cf3 Cc6 3. Ab5');
  // Walking leaves the board where it is.
  await anna.page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  await anna.presses('ArrowLeft');
  await eventually(async () => assert.equal(await anna.page.locator('#tree [aria-current]').innerText(), 'Cc6'));
  assert.equal(await anna.page.evaluate(() => scrollY), 0);
  // A line of the computer has the same letters, and a click makes its move.
  await analyses(anna, 'chess');
  await typesLine(anna, 'e4', 'e5', 'Ac4', 'Cc6', 'Dh5', 'Cf6');
  await anna.reads('#lines li:first-child', /Dxf7#/);
  await anna.page.locator('#lines button').first().click();
  await seesTree(anna, '1. e4 e5 2. Ac4 Cc6 3. Dh5 Cf6 4. Dxf7#');
  const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(wide, 0, 'nothing is wider than the phone');
});

story('a position is set up on a board, and what is wrong with it is said at once', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/422/);
  await anna.opens('/editor/chess');
  await anna.isThere();
  await anna.isTold('White to move.');
  await anna.does('clear');
  await anna.reads('#message', /king/);
  assert.equal(await anna.page.locator('[data-do=analyse]').isDisabled(), true);
  const takes = (name) => anna.page.locator(`[name=tool][value="${name}"]`).check();
  await takes('white king');
  await anna.clicks('e1');
  await takes('black king');
  await anna.clicks('e8');
  await takes('white rook');
  await anna.clicks('h1', 'a2');
  await anna.isTold('White to move.');
  await anna.reads('#message', '');
  // The same piece again takes it off; the hand moves one.
  await anna.clicks('a2');
  await takes('hand');
  await anna.clicks('e8', 'd8');
  await anna.sees({ a2: null, e8: null, d8: 'black king' });
  await anna.page.locator('[name=right][value=K]').check();
  const text = anna.page.locator('#text');
  await eventually(async () => assert.equal(await text.inputValue(), '3k4/8/8/8/8/8/8/4K2R w K - 0 1'));
  await anna.page.locator('[name=right][value=Q]').check();
  await anna.reads('#message', /castl/);
  await anna.page.locator('[name=right][value=Q]').uncheck();
  await anna.does('analyse');
  await anna.page.waitForURL('**/games/*/analysis');
  await anna.isThere();
  await typesLine(anna, 'O-O');
  // From there, the position that is shown can be changed further.
  await anna.page.locator('#edit').click();
  await anna.isThere();
  await anna.sees({ g1: 'white king', f1: 'white rook', d8: 'black king' });
  await anna.isTold('Black to move.');
});

story('a position is pasted, in checkers and in Othello', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/422/);
  await anna.opens('/editor/checkers');
  await anna.isThere();
  await anna.page.locator('#text').fill('B:W18,K22:BK5');
  await anna.sees({ 18: 'white man', 22: 'white crowned-man', 5: 'black crowned-man', 1: null });
  await anna.page.locator('#text').fill('B:W18:B99');
  await anna.reads('#message', /99/);
  await anna.opens('/editor/othello');
  await anna.isThere();
  await anna.page.locator('[name=tool][value="black disc"]').check();
  await anna.clicks('a1');
  await eventually(async () => assert.match(await anna.page.locator('#text').inputValue(), /^X-.* X;$/));
  assert.deepEqual(await findings(anna), []);
});

story('a pawn becomes what is chosen', async ({ person }) => {
  const anna = await person('Anna');
  const { id } = await anna.sitsDownAt({ game: 'chess', players, start: '7k/P7/8/8/8/8/8/K7 w - - 0 1' });
  await anna.opens(`/games/${id}/analysis`);
  await anna.isThere();
  await anna.plays('a7', 'a8');
  await anna.page.locator('#promotion [data-role=knight]').click();
  await seesTree(anna, '1. a8=N');
  await anna.sees({ a8: 'white knight' });
});
