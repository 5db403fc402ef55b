// Boards are made by hand: pasted, clicked together, counted, and kept as pictures.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findings } from './axe.mjs';
import { PHONE, overhang, tooSmall } from './narrow.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

/** What is listed of a position, by its name. */
const facts = (person) => person.page.locator('#facts > div').evaluateAll(
  (lines) => Object.fromEntries(lines.map((line) => [...line.children].map((part) => part.textContent))),
);

async function seesFacts(person, expected) {
  await eventually(async () => assert.deepEqual(await facts(person), expected));
}

async function opensEditor(person, game) {
  await person.opens(`/editor/${game}`);
  await person.isThere();
}

/** Saves the board as a picture and returns the bytes of the file. */
async function savesPicture(person, kind) {
  const [download] = await Promise.all([
    person.page.waitForEvent('download'),
    person.page.locator(`[data-picture=${kind}]`).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The width and the height that a PNG says it has. */
const sizeOf = (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

const TEXT_BOARD = ['. . .b.b', ' . . .w.', ...Array(3).fill(['. . . . ', ' . . . .']).flat()].join('\n');

story('a text board of checkers is pasted, and both ways to count its moves are shown', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/422/);
  await opensEditor(anna, 'checkers');
  await seesFacts(anna, {
    'Moves by the rules': 'White 7, Black 7',
    'Over by the rules': 'No',
    'Steps and single jumps, capturing optional': 'White 7, Black 7',
    'Over if either side cannot move': 'No',
  });
  await anna.page.locator('#text').fill(TEXT_BOARD);
  await anna.sees({ 3: 'black man', 4: 'black man', 8: 'white man', 1: null });
  await anna.isTold(/^Black to move\./);
  await seesFacts(anna, {
    'Moves by the rules': 'White 0, Black 2',
    'Over by the rules': 'No',
    'Steps and single jumps, capturing optional': 'White 0, Black 3',
    'Over if either side cannot move': 'Yes: White cannot move',
  });
  // The text does not say whose turn it is.
  await anna.page.locator('#side').selectOption('white');
  await eventually(async () => assert.equal((await facts(anna))['Over by the rules'], 'Yes: White cannot move'));
  // A board whose first square is empty keeps its spaces.
  await anna.page.locator('#text').fill(TEXT_BOARD.split('\n').toReversed().join('\n'));
  await anna.reads('#message', /^Row 7, column 7: a white man on a light square\.$/);
  assert.deepEqual(await facts(anna), {});
  await anna.page.locator('#text').fill(TEXT_BOARD.replace('w', 'W'));
  await anna.sees({ 8: 'white crowned-man' });
  await anna.does('analyse');
  await anna.page.waitForURL('**/games/*/analysis');
  await anna.isThere();
  await anna.sees({ 3: 'black man', 8: 'white crowned-man' });
});

story('the board is saved as an SVG file that stands alone, and as PNG', async ({ person }) => {
  const anna = await person('Anna');
  await opensEditor(anna, 'chess');
  await anna.square('e4').focus();
  const { name, bytes } = await savesPicture(anna, 'svg');
  assert.equal(name, 'chess.svg');
  const text = bytes.toString();
  assert.equal(text.match(/<g /g).length, 32 + text.match(/<g stroke-width/g).length, 'all pieces are there');
  assert.match(text, />8<\/text>/);
  assert.match(text, />h<\/text>/);
  for (const foreign of ['href', 'url(', 'var(', 'style', 'class=', 'currentColor', 'light-dark', 'color(']) {
    assert(!text.includes(foreign), `nothing is referred to: ${foreign}`);
  }
  const parsed = await anna.page.evaluate((source) => new DOMParser().parseFromString(source, 'image/svg+xml').documentElement.tagName, text);
  assert.equal(parsed, 'svg');
  // Where the keyboard is, is no part of it.
  await anna.square('d5').focus();
  assert.equal((await savesPicture(anna, 'svg')).bytes.toString(), text);
  const png = await savesPicture(anna, 'png');
  assert.equal(png.name, 'chess.png');
  assert.deepEqual(sizeOf(png.bytes), [1024, 1024]);
  // Turned round, black is at the bottom of the picture, too.
  await anna.does('flip');
  assert.notEqual((await savesPicture(anna, 'svg')).bytes.toString(), text);
});

story('an analysis saves its board with its arrows, in the colours of the theme', async ({ person }) => {
  const picture = async (colorScheme) => {
    const anna = await person(colorScheme, { colorScheme });
    const { id } = await anna.sitsDownAt({ game: 'checkers', players: { white: 'human', black: 'human' } });
    await anna.opens(`/games/${id}/analysis`);
    await anna.isThere();
    await anna.page.locator('.arrow path').first().waitFor({ state: 'attached' });
    return (await savesPicture(anna, 'svg')).bytes.toString();
  };
  const light = await picture('light');
  assert.match(light, /fill="#7a5f48"/);
  assert.match(light, /stroke-linecap="round" stroke-linejoin="round"><\/path>/);
  assert.match(await picture('dark'), /fill="#574334"/);
});

const cells = (person) => person.page.locator('#board button').evaluateAll(
  (buttons) => Object.fromEntries(buttons.map((button) => [button.dataset.name, button.querySelector('.chance')?.textContent ?? null])),
);

async function seesChances(person, expected) {
  await eventually(async () => {
    const seen = await cells(person);
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, seen[name]])), expected);
  });
}

story('the chances of a typed board are shown, and what is certain has a shape', async ({ person }) => {
  const anna = await person('Anna');
  await anna.opens('/');
  await anna.page.getByRole('link', { name: 'Probabilities of any board' }).click();
  await anna.isThere();
  await anna.reads('#verdict', 'Certainly safe: f3, g3, e6 and c7.');
  await seesChances(anna, { c3: '100', f3: '0', b7: '80', h1: '24', a1: null });
  await anna.seesMarks('hint', ['c7', 'e6', 'f3', 'g3']);
  assert.equal(await anna.page.locator('.chance.sure').count(), 3);
  assert.equal(await anna.page.locator('.chance.safe').count(), 4);
  assert.equal((await facts(anna))['Ways to lay the mines'].replace(/\s/, ' '), '4 550');
  await anna.page.locator('#text').fill('3x2/1\n1..\n...');
  await seesChances(anna, { b1: '33', c1: '0' });
  assert.equal(await anna.page.locator('#board button').count(), 6);
  assert.deepEqual(await anna.page.locator('[data-before]').evaluateAll((all) => all.map((each) => each.value)), ['3', '2', '1']);
  const { name, bytes } = await savesPicture(anna, 'png');
  assert.equal(name, 'mines.png');
  assert.deepEqual(sizeOf(bytes), [1024, 683]);
});

story('cells are changed by clicks, keys and a choice, and contradictions are said at once', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/422/);
  await opensEditor(anna, 'mines');
  await anna.page.locator('#text').fill('3x2/1\n...\n...');
  await anna.reads('#verdict', /^No cell is certainly safe\. The safest are .* 16\.7% each\.$/);
  await anna.clicks('a1', 'a1');
  await anna.sees({ a1: '1' });
  await anna.reads('#verdict', 'Certainly safe: c1 and c2.');
  await eventually(async () => assert.equal(await anna.page.locator('#text').inputValue(), '3x2/1\n1..\n...\n'));
  // Keys: the cursor goes on from the cell that was pressed.
  await anna.square('a1').focus();
  await anna.presses('ArrowRight', 'f');
  await anna.sees({ b1: 'flag' });
  assert.match(await anna.square('b1').getAttribute('aria-label'), /^b1, flag/);
  await anna.presses('Delete', 'ArrowLeft', '4');
  await anna.sees({ a1: '4', b1: null });
  await anna.reads('#message', 'No mines can be laid so that a1 shows 4, given the numbers around it.');
  await anna.reads('#verdict', '');
  await anna.seesMarks('fault', ['a1']);
  // Three would be too many for the one mine that there is.
  await anna.presses('3');
  await anna.reads('#message', /^The board has 1 mines/);
  await anna.page.locator('[name=mines]').fill('3');
  await anna.reads('#message', '');
  await anna.reads('#verdict', 'Certainly safe: c1 and c2.');
  // A larger board keeps what is on it.
  await anna.page.locator('[name=width]').fill('5');
  await eventually(async () => assert.equal(await anna.page.locator('#board button').count(), 10));
  await anna.sees({ a1: '3' });
  await anna.page.locator('[name=letter][value="2"]').check();
  await anna.clicks('d1', 'd1');
  await anna.sees({ d1: '2' });
  await anna.rightClicks('e1');
  await anna.sees({ e1: 'flag' });
  await anna.rightClicks('e1');
  await anna.sees({ e1: null });
  await anna.page.locator('#text').fill('3x2/1\n1.?\n...');
  await anna.reads('#message', /^Line 2, column 3: '\?' was found/);
  await anna.does('example');
  await anna.reads('#verdict', /^Certainly safe/);
});

for (const colorScheme of ['light', 'dark']) {
  story(`axe finds nothing where boards are made, in ${colorScheme} colours`, async ({ person }) => {
    const anna = await person('Anna', { colorScheme });
    for (const game of ['mines', 'checkers', 'chess']) {
      await opensEditor(anna, game);
      await anna.page.locator('#facts > div').first().waitFor();
      assert.deepEqual(await findings(anna), [], game);
    }
  });
}

story('boards are made on a phone, in Spanish', async ({ person }) => {
  const anna = await person('Ana', { ...PHONE, locale: 'es-ES' });
  for (const game of ['mines', 'checkers']) {
    await opensEditor(anna, game);
    await anna.page.locator('#facts > div').first().waitFor();
    assert.equal(await overhang(anna), 0, game);
    assert.deepEqual(await tooSmall(anna, 28), [], game);
  }
  await anna.page.locator('#text').fill('b\nw');
  anna.forgives(/422/);
  await anna.reads('#message', 'Un tablero tiene ocho filas de ocho caracteres, y este tiene 2 filas.');
});

test('a picture is a function of what is to be seen', async () => {
  const source = await readFile(new URL('../../crates/web/assets/picture.js', import.meta.url), 'utf8');
  const { svg } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const square = { colour: '#ffffff', labels: [{ text: '<a>', colour: '#000000', last: true }] };
  const piece = { drawing: '<path d="M0 0" stroke="currentColor"/>', fill: '#111111', stroke: '#222222', colour: '#333333' };
  const text = svg({ title: 'A & B', columns: 2, rows: 1, squares: [square, { ...square, labels: [], piece }] });
  assert.match(text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 200 100"/);
  assert.match(text, /<title>A &#38; B<\/title>/);
  assert.match(text, />&#60;a&#62;<\/text>/);
  assert.match(text, /<g transform="translate\(104 4\) scale\(0\.92\)" fill="#111111" stroke="#222222"><path d="M0 0" stroke="#333333"\/><\/g>/);
});
