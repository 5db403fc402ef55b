// Figures of the page: weight, requests, time until a board can be played, what jumps, and how long a restart takes.
//
//     node measure.mjs              the debug build
//     TABLERO=PROGRAM node measure.mjs

import { chromium } from 'playwright-core';
import { chromiumPath } from './chromium.mjs';
import { Person } from './person.mjs';
import { Server } from './server.mjs';

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
const server = await Server.start();

/** Somebody with an empty cache. */
async function person(options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...options });
  return new Person('Anna', await context.newPage(), server);
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const print = (what, value) => console.log(`${what.padEnd(44)} ${value}`);

async function weight(name, open) {
  const times = [];
  let parts = [];
  for (let again = 0; again < 3; again += 1) {
    const anna = await person();
    await open(anna);
    times.push(await anna.page.evaluate(() => performance.now()));
    await anna.page.waitForLoadState('load');
    parts = await anna.page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => !entry.name.includes('/stream')).map((entry) => entry.encodedBodySize));
    await anna.page.context().close();
  }
  const bytes = parts.reduce((sum, size) => sum + size, 0);
  print(name, `${bytes} bytes in ${parts.length} requests, ${Math.round(middle(times))} ms until it can be played`);
}

/** How long the page has no time for anybody while a large board is opened and its timer runs. */
async function stutter() {
  const anna = await person();
  await anna.sitsDownAt({ game: 'mines', start: '100x100/1500' });
  const longest = await anna.page.evaluate(() => new Promise((done) => {
    let longest = 0;
    let before = performance.now();
    const end = before + 5000;
    document.querySelector('#board button[data-name=c3]').click();
    const frame = (now) => {
      longest = Math.max(longest, now - before);
      before = now;
      if (now < end) requestAnimationFrame(frame); else done(longest);
    };
    requestAnimationFrame(frame);
  }));
  print('longest frame of 5 s with 100 x 100 cells', `${Math.round(longest)} ms`);
}

async function shifts() {
  const anna = await person();
  await anna.sitsDownAt({ game: 'chess', players: { white: 'human', black: 'random:7' } });
  await anna.page.evaluate(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (let turn = 0; turn < 30; turn += 1) {
    const { scene } = await anna.game();
    if (scene.over || scene.choices.length === 0) break;
    const { path } = scene.choices.find((choice) => !choice.places && choice.path.length === 2) ?? {};
    if (!path) break;
    await anna.plays(...path);
    await anna.page.waitForFunction((moves) => document.querySelectorAll('#moves li').length >= moves + 2 || document.querySelector('main[data-over]'), scene.moves.length, { timeout: 15_000 });
    await anna.page.waitForTimeout(550);
  }
  print('layout shift over a game of chess', (await anna.page.evaluate(() => window.shifted)).toFixed(4));
}

async function restarts() {
  const anna = await person();
  await anna.sitsDownAt({ game: 'mines', start: 'expert' });
  const times = [];
  for (let again = 0; again < 7; again += 1) {
    await anna.square('o8').click();
    await anna.page.waitForFunction(() => document.querySelectorAll('#board button.closed').length < 480);
    const before = Date.now();
    await anna.page.keyboard.press('r');
    await anna.page.waitForFunction(() => document.querySelectorAll('#board button.closed').length === 480 && document.querySelector('#board button').drawn, null, { polling: 5 });
    times.push(Date.now() - before);
  }
  print('restart of an expert board, seen from outside', `${middle(times)} ms (${Math.min(...times)} to ${Math.max(...times)})`);
}

await weight('home', (anna) => anna.opens('/'));
await weight('chess', (anna) => anna.sitsDownAt({ game: 'chess', players: { white: 'human', black: 'level:1' } }));
await weight('expert board', (anna) => anna.sitsDownAt({ game: 'mines', start: 'expert' }));
await weight('100 x 100 cells', (anna) => anna.sitsDownAt({ game: 'mines', start: '100x100/1500' }));
await stutter();
await shifts();
await restarts();
await browser.close();
await server.end();
