// Games leave as files that other programs read, and come back.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { field } from './field.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

/** Saves the game by the link and returns the name of the file and what is in it. */
async function save(person) {
  const [download] = await Promise.all([person.page.waitForEvent('download'), person.does('export')]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Pastes a game and opens it. */
async function open(person, text) {
  const before = person.id;
  if (!(await person.page.locator('#imported').isVisible())) await person.unfolds();
  await person.page.locator('#imported').fill(text);
  await person.page.locator('#importing button').click();
  await eventually(async () => assert.notEqual(person.id, before, 'another game is open'));
  await person.isThere();
}

const players = { white: 'human', black: 'human' };

story('a game of chess is saved as PGN and opened again', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players });
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');
  await anna.plays('e7', 'e5');
  await anna.seesMoves('e4', 'e5');
  const { name, text } = await save(anna);
  assert.match(name, /\.pgn$/);
  assert.match(text, /^1\. ?e4 e5/m);
  await open(anna, text);
  await anna.seesMoves('e4', 'e5');
  await anna.plays('g1', 'f3');
  await anna.seesMoves('e4', 'e5', 'Nf3');
});

story('a file from another program is opened', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players });
  await open(anna, '[Event "Casual"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
  await anna.seesMoves('f3', 'e5', 'g4', 'Qh4#');
  await anna.reads('#ending', /Black won by checkmate\./);
});

story('checkers are saved as PDN', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'checkers', players });
  await anna.types('11-15');
  await anna.seesMoves('11-15');
  const { name, text } = await save(anna);
  assert.match(name, /\.pdn$/);
  await open(anna, text);
  await anna.seesMoves('11-15');
});

story('a transcript of Othello is opened and the game saved again', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'othello', players });
  await open(anna, 'f5d6c3');
  await anna.seesMoves('f5', 'd6', 'c3');
  const { text } = await save(anna);
  await open(anna, text);
  await anna.seesMoves('f5', 'd6', 'c3');
});

story('a finished board of mines is saved as RAWVF and can be shared by its code', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 5);
  await anna.sitsDownAt({ game: 'mines', start: board.code });
  await anna.clicks(board.mines[0]);
  await anna.reads('#ending', /You lost/);
  const { name, text } = await save(anna);
  assert.match(name, /\.rawvf$/);
  assert.match(text, /Mines: 10/);
  const code = anna.page.locator('#code input');
  await eventually(async () => assert.equal(await code.inputValue(), board.code));
});

story('what is no game is refused beside the field', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/status of 4\d\d/);
  await anna.sitsDownAt({ game: 'chess', players });
  const before = anna.id;
  await anna.unfolds();
  await anna.page.locator('#imported').fill('1. e4 e5 2. Ke5');
  await anna.page.locator('#importing button').click();
  await anna.reads('#message', /\S/);
  assert.equal(anna.id, before);
});

story('the position and the link to watch are copied', async ({ person }) => {
  const anna = await person('Anna', { permissions: ['clipboard-read', 'clipboard-write'] });
  await anna.sitsDownAt({ game: 'chess', players });
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');
  const clipboard = () => anna.page.evaluate(() => navigator.clipboard.readText());
  await anna.does('copy-position');
  await eventually(async () => assert.match(await clipboard(), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR b KQkq /));
  await anna.does('share');
  await eventually(async () => assert.equal(await clipboard(), `${anna.server.origin}/games/${anna.id}`));
});
