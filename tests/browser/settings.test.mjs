// What a person has set: language, colours, sound.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const ALONE = { game: 'chess', players: { white: 'human', black: 'human' } };
const background = (person) => person.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const LIGHT = 'rgb(245, 242, 236)';
const DARK = 'rgb(23, 25, 29)';

story('whoever likes Spanish best gets Spanish, and the switch is remembered', async ({ person }) => {
  const ana = await person('Ana', { locale: 'es-ES' });
  await ana.opens('/');
  assert.equal(await ana.page.locator('html').getAttribute('lang'), 'es');
  await ana.page.getByRole('button', { name: 'Jugar contra el ordenador' }).first().waitFor();
  await ana.sitsDownAt(ALONE);
  await ana.isTold('Juegan Blancas.');
  await ana.plays('f2', 'f3');
  await ana.isTold('Juegan Negras.');
  await ana.plays('e7', 'e5');
  await ana.isTold('Juegan Blancas.');
  await ana.plays('g2', 'g4');
  await ana.isTold('Juegan Negras.');
  await ana.plays('d8', 'h4');
  await ana.reads('#ending', /Negras ganan por jaque mate\./);

  const game = ana.id;
  await ana.page.getByRole('link', { name: 'English' }).click();
  await ana.isTold('Black won by checkmate.');
  assert.equal(ana.id, game);
  await ana.opens('/');
  await ana.page.getByRole('button', { name: 'Play the computer' }).first().waitFor();
});

story('what is refused is said in Spanish', async ({ person }) => {
  const ana = await person('Ana', { locale: 'es' });
  ana.forgives(/status of 4\d\d/);
  await ana.sitsDownAt(ALONE);
  await ana.types('Ke3');
  await ana.reads('#message', 'Jugada ilegal de rey: así no se mueve de e1 a e3.');
});

story('the colours follow the system until they are set', async ({ person }) => {
  const anna = await person('Anna', { colorScheme: 'dark' });
  await anna.opens('/');
  assert.equal(await background(anna), DARK);
  await anna.page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await background(anna), LIGHT);
  await anna.page.locator('#settings summary').click();
  await anna.page.locator('#theme').selectOption('dark');
  await eventually(async () => assert.equal(await background(anna), DARK));
  await anna.sitsDownAt(ALONE);
  assert.equal(await background(anna), DARK);
  await anna.page.locator('#settings summary').click();
  await anna.page.locator('#theme').selectOption('system');
  await eventually(async () => assert.equal(await background(anna), LIGHT));
});

story('a browser that does not know pairs of colours gets the light ones', async ({ person }) => {
  const anna = await person('Anna', { colorScheme: 'dark' });
  await anna.page.addInitScript(() => { CSS.supports = () => false; });
  await anna.sitsDownAt(ALONE);
  await eventually(async () => assert.equal(await background(anna), LIGHT));
  const style = await (await anna.page.request.get(await anna.page.locator('link[rel=stylesheet]').evaluate((link) => link.href))).text();
  assert(!style.includes('light-dark('));
  assert.notEqual(await anna.square('a1').evaluate((square) => getComputedStyle(square).backgroundColor), 'rgba(0, 0, 0, 0)');
});

story('sound is on from the first move, and switched off in sight it stays off', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  const sound = anna.page.locator('#sound');
  assert.equal(await sound.getAttribute('aria-pressed'), 'true');
  await anna.page.evaluate(() => {
    window.heard = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...given) { window.heard += 1; return start.apply(this, given); };
  });
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');
  await eventually(async () => assert((await anna.page.evaluate(() => window.heard)) > 0, 'the first move is heard'));
  await sound.click();
  await eventually(async () => assert.equal(await sound.getAttribute('aria-pressed'), 'false'));
  await anna.page.reload();
  assert.equal(await sound.getAttribute('aria-pressed'), 'false');
});

story('boards have four themes and pieces three sets, and what was chosen is remembered', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  const square = () => anna.square('a1').evaluate((button) => getComputedStyle(button).backgroundColor);
  const drawing = () => anna.square('b1').locator('use').getAttribute('href');
  const [colours, drawings] = [new Set([await square()]), new Set([await drawing()])];
  await anna.page.locator('#settings summary').click();
  for (const theme of ['wood', 'sea', 'slate']) {
    await anna.page.locator('#squares').selectOption(theme);
    colours.add(await square());
  }
  assert.equal(colours.size, 4);
  await anna.page.locator('#pieces').selectOption('plain');
  drawings.add(await drawing());
  assert.equal(drawings.size, 2);
  const before = await square();
  await anna.page.reload();
  await anna.isThere();
  assert.equal(await square(), before);
  assert(drawings.has(await drawing()) && (await drawing()).includes('plain'));
});

story('the set of patterns marks both sides, and closed cells, without colours', async ({ person }) => {
  const anna = await person('Anna');
  const choose = async (set) => {
    await anna.page.locator('#settings summary').click();
    await anna.page.locator('#pieces').selectOption(set);
  };
  await anna.sitsDownAt({ game: 'othello' });
  await choose('pattern');
  const pattern = (name) => anna.square(name).locator('.piece').evaluate((piece) => ['--hatch', '--dots'].map((part) => getComputedStyle(piece).getPropertyValue(part)));
  assert.notDeepEqual(await pattern('d4'), await pattern('d5'));
  await anna.sitsDownAt({ game: 'mines', start: 'beginner' });
  const image = () => anna.square('a1').evaluate((cell) => getComputedStyle(cell).backgroundImage);
  assert.match(await image(), /repeating-linear-gradient/);
  await choose('plain');
  assert.equal(await image(), 'none');
});

story('pieces slide, and stand still for whoever wants less motion', async ({ person }) => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const anna = await person(`Anna, ${reducedMotion}`, { reducedMotion });
    await anna.sitsDownAt(ALONE);
    await anna.page.evaluate(() => {
      window.moving = 0;
      const look = () => {
        window.moving = Math.max(window.moving, document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 0).length);
        requestAnimationFrame(look);
      };
      look();
    });
    await anna.plays('e2', 'e4');
    await anna.seesMoves('e4');
    const moving = await anna.page.evaluate(() => window.moving);
    assert.equal(moving > 0, reducedMotion === 'no-preference', `${moving} animations`);
  }
});
