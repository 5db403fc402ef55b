// A game looked at again: judged moves, the graph by keys, what was better, and trying again; and one's own games.

import assert from 'node:assert/strict';
import { findings } from './axe.mjs';
import { eventually } from './patience.mjs';
import { NO_SERVER, story } from './support.mjs';

const FOOLS_MATE = '[White "Ada"]\n[Black "Bob"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n';

/** Begins a game from a file, as its owner. */
async function imports(person, record) {
  await person.opens('/');
  return person.page.evaluate(async (text) => {
    const body = JSON.stringify({ game: 'chess', record: text });
    const reply = await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await reply.json()).id;
  }, record);
}

async function looksAgain(person, id) {
  await person.opens(`/games/${id}/analysis#review`);
  // The bar is hidden before the first message, too.
  await person.page.locator('#review .accuracy').first().waitFor();
  await eventually(async () => assert(await person.page.locator('#review progress').isHidden()));
}

story('a game is judged move by move, by keys and for whoever hears it', async ({ person }) => {
  const anna = await person('Anna');
  const id = await imports(anna, FOOLS_MATE);
  await looksAgain(anna, id);
  await anna.page.locator('#tree .blunder').filter({ hasText: '2. g4' }).waitFor();
  await anna.page.locator('#graph').focus();
  await anna.page.keyboard.press('Home');
  // From one wrong move to the next; the first one may be called one, too.
  const graph = anna.page.locator('#graph');
  for (let steps = 0; steps < 2 && !/^2\. g4/.test(await graph.getAttribute('aria-valuetext')); steps++) {
    const before = await graph.getAttribute('aria-valuenow');
    await anna.page.keyboard.press('PageDown');
    await eventually(async () => assert.notEqual(await graph.getAttribute('aria-valuenow'), before));
  }
  await anna.reads('#judgement', /^Blunder\..*was better\./);
  const spoken = await anna.page.locator('#graph').getAttribute('aria-valuetext');
  assert.match(spoken, /^2\. g4 Blunder\. .* winning chances from \d+ to 0 per cent\.$/);
  await eventually(async () => assert.match(await anna.page.locator('#live').textContent(), /Blunder/));
  await anna.page.locator('.arrow.better').waitFor();
  await anna.reads('#lost-by', '2. g4 lost the game for certain.');
  assert.deepEqual(await findings(anna), []);
});

story('a review in Spanish names moves with the letters of the language', async ({ person }) => {
  const ana = await person('Ana', { locale: 'es-ES' });
  const id = await imports(ana, '[Result "1/2-1/2"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. a3 Nxh5 1/2-1/2\n');
  await looksAgain(ana, id);
  await ana.page.locator('#tree button').filter({ hasText: '4. a3' }).click();
  await ana.reads('#judgement', /Era mejor Dxf7#\./);
  assert.match(await ana.page.locator('#graph').getAttribute('aria-valuetext'), /^4\. a3 .*Dxf7#/);
  await ana.page.locator('#tree button').filter({ hasText: 'Cxh5' }).waitFor();
});

story('a review is kept with the game, also when the server is killed', async ({ person, server }) => {
  const anna = await person('Anna');
  anna.forgives(NO_SERVER);
  const id = await imports(anna, FOOLS_MATE);
  await looksAgain(anna, id);
  await server.kill();
  await server.restart();
  const reply = await (await fetch(`${server.origin}/api/games/${id}/review`)).text();
  const first = JSON.parse(reply.match(/^data: (.*)$/m)[1]);
  assert.equal(first.done, first.of);
  assert.equal(first.review.losing_move, 3);
});

story('the position before a mistake is tried again against the computer', async ({ person }) => {
  const anna = await person('Anna');
  const id = await imports(anna, FOOLS_MATE);
  await looksAgain(anna, id);
  await anna.page.locator('.turns button').first().click();
  await anna.page.locator('[data-do=retry]').click();
  await anna.page.waitForURL((url) => !url.pathname.includes(id));
  await anna.isThere();
  await anna.sees({ g2: 'white pawn', e5: 'black pawn', f3: 'white pawn' });
});

story('finished games are listed with their boards, found, and deleted for good', async ({ person, server }) => {
  const anna = await person('Anna');
  const id = await imports(anna, FOOLS_MATE);
  await anna.opens('/mine');
  const entry = anna.page.locator(`.played li[data-id="${id}"]`);
  await entry.locator('img').waitFor();
  assert.match(await entry.innerText(), /Chess/);
  const board = await anna.page.evaluate(async (game) => (await fetch(`/games/${game}/board.svg`)).text(), id);
  assert.match(board, /^<svg xmlns/);
  await anna.opens('/mine?game=othello');
  await anna.page.getByText('No finished games here.').waitFor();
  await anna.opens('/mine');
  await entry.locator('[data-do=delete]').click();
  await entry.locator('[data-do=yes]').click();
  await entry.waitFor({ state: 'detached' });
  assert.equal((await fetch(`${server.origin}/api/games/${id}`)).status, 404);
});
