// Files of many games are lists to choose from, and what they say of people, place and time is shown and written back.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findings } from './axe.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const game = (number) => `[Event "Cup <i>${number}</i>"]\n[Site "London"]\n[Date "18${String(number % 100).padStart(2, '0')}.??.??"]
[White "Ada ${number}"]\n[Black "Müller"]\n[Result "1-0"]\n\n1. e4 {[%clk 0:05:00] [%eval 0.3]} e5 (1... c5) 2. Nf3 1-0\n\n`;

/** Writes a file and gives it to the first page. */
async function offers(person, name, text) {
  const file = join(tmpdir(), `${process.pid}-${name}`);
  await writeFile(file, text);
  await person.opens('/');
  await person.page.locator('#file').setInputFiles(file);
  return file;
}

const games = (person) => person.page.locator('#in-file li');
const count = (person) => person.page.locator('#in-file [role=status]').innerText();

story('a file of many games is a list that can be searched, and a game is opened from it', async ({ person }) => {
  const anna = await person('Anna');
  // In Latin 1, as older files are, and in more parts than one.
  const text = Array.from({ length: 3000 }, (_, at) => game(at + 1)).join('');
  await offers(anna, 'cup.pgn', Buffer.from(text, 'latin1'));
  await eventually(async () => assert.equal(await count(anna), '3000 games, 100 % read'));
  assert.equal(await games(anna).count(), 100);
  assert.match(await games(anna).first().innerText(), /1\.\s+Ada 1 – Müller\s+Cup <i>1<\/i>, London, 1801\s+1-0/);
  await anna.page.getByRole('button', { name: 'Show more' }).click();
  assert.equal(await games(anna).count(), 200);
  await anna.page.locator('#in-file input').fill('ada 2999 müller');
  await eventually(async () => assert.equal(await count(anna), '1 of 3000 games'));
  assert.deepEqual(await findings(anna), []);
  await games(anna).first().locator('button').click();
  await anna.page.waitForURL('**/games/*/analysis');
  await anna.isThere();
  await anna.reads('#title', 'Ada 2999 – Müller');
  await anna.reads('#occasion', 'Cup <i>2999</i>, London, 1899');
  await anna.presses('Home');
  await anna.presses('ArrowRight');
  await anna.reads('#noted', 'Noted evaluation: 0.3 · Clock: 0:05:00');
  await anna.hears(/^1\. e4 .*Noted evaluation: 0\.3/);
});

story('names are changed and written into the file', async ({ person }) => {
  const anna = await person('Anna');
  await offers(anna, 'one.pgn', game(7));
  await anna.page.waitForURL('**/games/*/analysis');
  await anna.isThere();
  await anna.reads('#title', 'Ada 7 – Müller');
  await anna.page.locator('#naming summary').click();
  const black = anna.page.locator('#naming input[name=Black]');
  assert.equal(await black.inputValue(), 'Müller');
  await black.fill('Charles "B"');
  await black.press('Tab');
  await anna.reads('#title', 'Ada 7 – Charles "B"');
  // Two names one after the other, faster than the server answers.
  await anna.page.locator('#naming input[name=Round]').fill('3');
  await anna.page.locator('#naming input[name=White]').fill('Ada Lovelace');
  await anna.page.locator('#naming input[name=Site]').focus();
  await anna.reads('#title', 'Ada Lovelace – Charles "B"');
  const [download] = await Promise.all([anna.page.waitForEvent('download'), anna.does('export')]);
  const text = await readFile(await download.path(), 'utf8');
  for (const part of ['[Event "Cup <i>7</i>"]', '[Site "London"]', '[Date "1807.??.??"]', '[White "Ada Lovelace"]', '[Round "3"]', '[Black "Charles \\"B\\""]', '[%eval 0.3]', '(1... c5)']) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  await anna.page.reload();
  await anna.isThere();
  await anna.reads('#title', 'Ada Lovelace – Charles "B"');
});

story('games of Othello are listed, and one says what its file has no place for', async ({ person }) => {
  const anna = await person('Anna');
  const ggf = (name) => `(;GM[Othello]PC[GGS]PB[${name}]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5/1.5]W[d6];)\n`;
  await offers(anna, 'games.ggf', ggf('Ann') + ggf('Eve'));
  await eventually(async () => assert.equal(await games(anna).count(), 2));
  await games(anna).nth(1).locator('button').click();
  await anna.page.waitForURL('**/games/*/analysis');
  await anna.isThere();
  await anna.reads('#title', 'Eve – Bob');
  assert.match(await anna.page.locator('.study').innerText(), /GGF has no place for variations and comments/);
});

story('what is no file of games says so, however large it is', async ({ person }) => {
  const anna = await person('Anna');
  const refusal = anna.page.locator('#open .refusal');
  await offers(anna, 'nonsense.pgn', 'x'.repeat(3 << 20));
  await eventually(async () => assert.equal(await refusal.innerText(), 'There is no game in this file.'));
  anna.forgives(/422/);
  await anna.page.locator('#file').setInputFiles({ name: 'short.pgn', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await eventually(async () => assert.match(await refusal.innerText(), /PGN/));
  assert.equal(await anna.page.locator('#in-file').isVisible(), false);
});
