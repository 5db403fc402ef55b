// Many tabs, people who come and go, and a page without a network.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { Person } from './person.mjs';
import { NO_SERVER, story } from './support.mjs';

const AGAINST = { game: 'chess', players: { white: 'human', black: 'level:1' } };

story('eight tabs with games do not keep the site from anybody, and each of them can be played', async ({ server, person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(AGAINST);
  const tabs = [anna];
  for (let number = 2; number <= 8; number += 1) {
    const tab = new Person(`Anna's tab ${number}`, await anna.page.context().newPage(), server);
    await tab.sitsDownAt(AGAINST);
    tabs.push(tab);
  }
  for (const tab of [tabs[0], tabs[4], tabs[7]]) {
    await tab.page.bringToFront();
    await tab.plays('e2', 'e4');
    await eventually(async () => assert((await tab.moves()).length >= 2, `${tab.name} has an answer`));
  }
  const another = await anna.page.context().newPage();
  await another.goto(server.origin);
  assert.match(await another.title(), /tablero/);
  for (const tab of tabs.slice(1)) tab.hasNothingToComplainOf();
});

story('a command that is not answered says so, is kept, and is carried out once', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/ERR_|Failed to load/);
  await anna.sitsDownAt({ game: 'chess', players: { white: 'human', black: 'human' } });
  let held = 0;
  await anna.page.route('**/commands*', async (route) => {
    held += 1;
    // The first is swallowed: nothing ever answers it.
    if (held > 1) await route.continue();
  });
  await anna.plays('e2', 'e4');
  await anna.reads('#connection', /Your move is kept and will be sent\./);
  await anna.seesMoves('e4');
  assert.deepEqual((await anna.game()).scene.moves, ['e4']);
});

story('one sees whether the other person is here', async ({ person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  const { id, invitations } = await anna.sitsDownAt({ game: 'chess', mine: ['white'] });
  await ben.opens(`/games/${id}#black.${invitations.black}`);
  await ben.isThere();
  await anna.reads('[data-bar=top] [data-presence]', 'here');
  await ben.reads('[data-bar=top] [data-presence]', 'here');
  await ben.page.goto('about:blank');
  await anna.reads('[data-bar=top] [data-presence]', /^away since \d/);
  await ben.opens(`/games/${id}`);
  await anna.reads('[data-bar=top] [data-presence]', 'here');
});

story('a tab that has no stream and polls is here as well, and sees who is', async ({ server, person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  const { id, invitations } = await anna.sitsDownAt({ game: 'chess', mine: ['white'] });
  // Other tabs of Ben's browser hold every stream.
  const other = await ben.page.context().newPage();
  await other.goto(server.origin);
  await other.evaluate(() => { for (const number of [1, 2, 3]) navigator.locks.request(`stream ${number}`, () => new Promise(() => {})); });
  await ben.opens(`/games/${id}#black.${invitations.black}`);
  await ben.isThere();
  await anna.reads('[data-bar=top] [data-presence]', 'here');
  await ben.reads('[data-bar=top] [data-presence]', 'here');
  await anna.page.goto('about:blank');
  await ben.reads('[data-bar=top] [data-presence]', /^away since \d/);
});

story('games to watch have moved lately, with their board and their age', async ({ person }) => {
  const [anna, clara] = [await person('Anna'), await person('Clara')];
  await anna.sitsDownAt(AGAINST);
  await clara.opens('/');
  await clara.reads('#watch', /No other games are being played/);
  await anna.plays('e2', 'e4');
  await eventually(async () => assert((await anna.moves()).length >= 2));
  await clara.opens('/');
  await clara.reads('#watch li', /2 moves · just now/);
  const picture = clara.page.locator('#watch img');
  await eventually(async () => assert((await picture.evaluate((image) => image.naturalWidth)) > 0, 'the board is drawn'));
  await clara.page.locator('#watch a').click();
  await clara.isThere();
  assert.deepEqual(await clara.page.locator('[data-player]').allInnerTexts(), ['Level 1', 'A person']);
});

story('the page can be installed, and its frame is there without a network', async ({ server, person }) => {
  const anna = await person('Anna');
  anna.forgives(NO_SERVER);
  anna.forgives(/ERR_|Failed to (load|fetch)/);
  await anna.opens('/');
  const manifest = await (await anna.page.request.get(`${server.origin}/manifest.webmanifest`)).json();
  for (const { src } of manifest.icons) assert.equal((await anna.page.request.get(server.origin + src)).status(), 200, src);
  await anna.page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await eventually(async () => assert(await anna.page.evaluate(async () => (await caches.keys()).length > 0 && (await caches.match('/')) !== undefined)));
  await server.kill();
  await anna.opens('/');
  await anna.reads('.offline', /You are offline/);
  assert.equal(await anna.page.locator('form[data-game]').count() > 0, true);
  await server.restart();
  await anna.opens('/');
  assert.equal(await anna.page.locator('.offline').count(), 0);
});
