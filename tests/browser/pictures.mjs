// Pictures of the page to look at: three sizes, two themes, two languages.
//
//     node pictures.mjs FOLDER      the debug build
//     TABLERO=PROGRAM node pictures.mjs FOLDER

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from './chromium.mjs';
import { field, nextCell } from './field.mjs';
import { eventually } from './patience.mjs';
import { Person } from './person.mjs';
import { Server } from './server.mjs';

const SIZES = {
  wide: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};
const LANGUAGES = { en: 'en-GB', es: 'es-ES' };
const ALONE = { white: 'human', black: 'human' };

/** What is to be seen: each gets a person and leaves their page as it shall be. */
const SCENES = {
  async home(person) {
    await person.opens('/');
  },

  async chess(person) {
    const record = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. Bb3 d5 8. dxe5 Be6 *';
    await person.sitsDownAt({ game: 'chess', record, players: { white: 'human', black: 'level:6' } });
    await person.clicks('b3');
    await person.seesMarks('selected', ['b3']);
  },

  async checkers(person) {
    await person.sitsDownAt({ game: 'checkers', record: '1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *', players: ALONE });
    person.forgives(/422/);
    await person.clicks('7');
    await person.reads('#message', /\S/);
  },

  async othello(person) {
    await person.sitsDownAt({ game: 'othello', start: `OX${'-'.repeat(62)} X`, players: ALONE });
    await person.does('pass');
    await person.isTold(/\S/);
  },

  async otherSide(person) {
    const players = { black: 'human', white: 'level:4' };
    await person.sitsDownAt({ game: 'othello', record: 'f5d6c3d3c4f4f6f3e6e7d7g6', players });
    await person.does('hint');
    await eventually(async () => { if ((await person.marked('hint')).length === 0) throw new Error('no hint yet'); });
  },

  /** A board that is swept to the end. */
  async mines(person) {
    await person.sitsDownAt({ game: 'mines', start: '16x16/40 opening no-guess 5' });
    await person.clicks('h8');
    const view = () => person.page.locator('#board [role=row]').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('button')]
      .map(({ dataset, classList }) => (classList.contains('open') ? dataset.piece ?? '0' : dataset.piece === 'flag' ? 'F' : '.')).join('')));
    const open = (cell) => person.square(cell).evaluate((button) => button.classList.contains('open'));
    await eventually(async () => { if (!(await open('h8'))) throw new Error('h8 is closed'); });
    while (!(await person.game()).scene.over) {
      const cell = nextCell('16x16/40', await view());
      await person.clicks(cell);
      await eventually(async () => { if (!(await open(cell))) throw new Error(`${cell} is closed`); });
    }
    await person.page.locator('#ending').waitFor();
  },

  /** An expert board in the middle, with the chance of a mine in each cell. */
  async odds(person) {
    await person.sitsDownAt({ game: 'mines', start: field('expert', 3, { first: 'k8' }).code });
    await person.does('odds');
    await person.page.locator('#board .chance').first().waitFor();
  },

  async analysis(person) {
    const record = '1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6 4. Ba4) 3... Nf6 4. Ng5 d5 5. exd5 Nxd5 *';
    const { id } = await person.sitsDownAt({ game: 'chess', record, players: ALONE });
    await person.opens(`/games/${id}/analysis`);
    await person.isThere();
    await person.page.locator('#tree').evaluate((tree) => tree.focus({ preventScroll: true }));
    await person.presses('End');
    await person.page.locator('#lines button').first().waitFor();
  },
};

/** Twelve pictures in which every scene is to be seen, each size in each theme and language. */
const PICTURES = [
  ['wide', 'light', 'en', 'chess'], ['wide', 'dark', 'es', 'checkers'], ['wide', 'light', 'es', 'home'], ['wide', 'dark', 'en', 'mines'],
  ['tablet', 'light', 'en', 'otherSide'], ['tablet', 'dark', 'es', 'analysis'], ['tablet', 'light', 'es', 'mines'], ['tablet', 'dark', 'en', 'home'],
  ['phone', 'light', 'en', 'checkers'], ['phone', 'dark', 'es', 'odds'], ['phone', 'light', 'es', 'othello'], ['phone', 'dark', 'en', 'chess'],
];

const folder = process.argv[2];
if (!folder) throw new Error('node pictures.mjs FOLDER');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
const server = await Server.start();
for (const [size, colorScheme, language, scene] of PICTURES) {
  const context = await browser.newContext({ ...SIZES[size], colorScheme, locale: LANGUAGES[language], reducedMotion: 'reduce', serviceWorkers: 'block' });
  const person = new Person('Anna', await context.newPage(), server);
  await SCENES[scene](person);
  // Drawings are fetched when they are first used.
  await person.page.waitForTimeout(500);
  const path = join(folder, `${size}-${colorScheme}-${language}-${scene}.png`.toLowerCase());
  await person.page.mouse.move(0, 0);
  await person.page.screenshot({ path });
  console.log(path);
  person.hasNothingToComplainOf();
  await context.close();
}
await browser.close();
await server.end();
