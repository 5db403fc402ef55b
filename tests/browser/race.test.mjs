// Minesweeper for people who race: again at once, figures, best times, the day's board, and every click looked at.

import assert from 'node:assert/strict';
import { field, nextCell } from './field.mjs';
import { PHONE } from './narrow.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const closed = (person) => person.page.locator('#board button.closed').count();
const isClosed = (person, cell) => person.square(cell).evaluate((button) => button.classList.contains('closed'));


story('r begins again in place: no page is loaded, nothing is added to the history, and the board can be played in 30 ms', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'mines', start: 'expert' });
  await anna.clicks('o8');
  await eventually(async () => assert((await closed(anna)) < 480));
  await anna.page.evaluate(() => { window.same = true; });
  const history = await anna.page.evaluate(() => window.history.length);
  // Wherever the focus is.
  await anna.page.locator('[data-do=mark]').focus();
  const times = [];
  for (let again = 0; again < 3; again += 1) {
    const before = anna.id;
    times.push(await anna.page.evaluate(() => {
      const begun = performance.now();
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
      return new Promise((done) => {
        const look = () => (document.querySelectorAll('#board button.closed').length === 480 ? done(performance.now() - begun) : setTimeout(look));
        setTimeout(look);
      });
    }));
    await anna.clicks('o8');
    await eventually(async () => assert.notEqual(anna.id, before));
    await eventually(async () => assert((await closed(anna)) < 480, 'the click that came before the new board was laid counts'));
  }
  console.log(`again in ${times.map((time) => Math.round(time)).join(', ')} ms`);
  assert.equal(await anna.page.evaluate(() => window.same), true, 'no page was loaded');
  assert.equal(await anna.page.evaluate(() => window.history.length), history);
});

story('a win has its figures, and stands among the best times with a name; with help it says so', async ({ person }) => {
  const anna = await person('Anna');
  await anna.opens('/mine');
  await anna.page.locator('#nickname').fill('Ana the Quick');
  await anna.page.locator('#name button').click();
  await anna.reads('#name .said', /./);
  const own = { start: 'own', width: '8', height: '8', mines: '3', guess: true };
  const play = async () => {
    await anna.clicks('d4');
    await eventually(async () => assert.equal(await isClosed(anna, 'd4'), false));
    while (!(await anna.game()).scene.over) {
      const cell = nextCell('8x8/3', await anna.page.locator('#board [role=row]').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('button')].map(({ dataset, classList }) => (classList.contains('open') ? dataset.piece ?? '0' : dataset.piece === 'flag' ? 'F' : '.')).join(''))));
      await anna.clicks(cell);
      await eventually(async () => assert.equal(await isClosed(anna, cell), false));
    }
    await anna.reads('#ending', /You won/);
  };
  await anna.begins('mines', 'solo', own);
  await play();
  const figures = await anna.page.locator('#ending dt').allInnerTexts();
  assert.deepEqual(figures, ['Seconds', '3BV', '3BV/s', 'Clicks', 'Efficiency']);
  await anna.reads('#record', /^Best so far: \d+\.\d s$/);
  await anna.reads('#best li', /^\d+\.\d s · You$/);

  await anna.presses('r');
  await eventually(async () => assert.equal(await closed(anna), 64));
  await anna.clicks('d4');
  await eventually(async () => assert((await closed(anna)) < 64));
  if (!(await anna.game()).scene.over) {
    await anna.does('hint');
    await eventually(async () => assert.equal((await anna.marked('hint')).length, 1));
    await play();
    await eventually(async () => assert.equal(await anna.page.locator('#best li.helped').count(), 1));
    await anna.reads('#best li.helped', /with help$/);
  }
  const ben = await person('Ben');
  const times = await (await ben.page.request.get(`${ben.server.origin}/api/best-times?level=8x8/3&since=today`)).json();
  assert.equal(times.levels[0].times[0].nickname, 'Ana the Quick');
  await anna.page.locator('#best [data-period=week]').click();
  await eventually(async () => assert((await anna.page.locator('#best li').count()) >= 1));
});

story('a game is looked at again click by click, with what the solver says of each', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 6);
  await anna.sitsDownAt({ game: 'mines', start: board.code });
  const shut = await anna.page.locator('#board button.closed').evaluateAll((all) => all.map((button) => button.dataset.name));
  await anna.clicks(shut.find((cell) => !board.isMine(cell)));
  await eventually(async () => assert((await closed(anna)) < shut.length));
  await anna.clicks(board.mines[0]);
  await anna.reads('#ending', /You lost/);
  await anna.page.locator('#ending [data-do=review]').click();
  const slider = anna.page.locator('#replay input');
  await eventually(async () => assert.equal(await slider.getAttribute('max'), '2'));
  await slider.focus();
  await anna.presses('End');
  await anna.reads('#verdict', new RegExp(`Click 2 of 2\\. ${board.mines[0]} had \\d+(\\.\\d)? %`));
  await anna.presses('ArrowLeft');
  await anna.reads('#verdict', /^Click 1 of 2/);
  await eventually(async () => assert((await closed(anna)) > 10));
  await anna.sees({ [board.mines[0]]: null });
});

story('the board of the day is the same for everybody, and only the first time counts', async ({ person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  const look = (who) => who.page.locator('#board button').evaluateAll((all) => all.map((button) => button.className + (button.dataset.piece ?? '')).join());
  await anna.begins('mines', 'daily');
  await ben.begins('mines', 'daily');
  assert.equal(await look(anna), await look(ben));
  assert((await closed(anna)) < 256, 'it is open in the middle');
  const data = await anna.page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
  assert.equal(data.daily, true);
});

story('opens that come faster than the network are sent together', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('16x16/40', 5);
  await anna.sitsDownAt({ game: 'mines', start: board.code });
  let commands = 0;
  await anna.page.route('**/commands*', async (route) => {
    commands += 1;
    await new Promise((done) => { setTimeout(done, 150); });
    await route.continue();
  });
  const cells = [];
  for (const cell of board.mines) cells.push(cell);
  await anna.page.evaluate((names) => {
    for (const name of names) document.querySelector(`#board button[data-name="${name}"]`).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  }, cells.slice(0, 12));
  await anna.reads('#counter', '28');
  await eventually(async () => assert.equal((await anna.game()).scene.tallies[0].value, '28'));
  assert(commands <= 3, `${commands} requests for twelve flags`);
});

story('question marks and the way to open around a number can be chosen', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 7);
  await anna.sitsDownAt({ game: 'mines', start: board.code });
  await anna.unfolds();
  await anna.page.locator('#questions').check();
  const [mine] = board.mines;
  await anna.rightClicks(mine);
  await anna.sees({ [mine]: 'flag' });
  await anna.rightClicks(mine);
  await anna.seesMarks('question', [mine]);
  await anna.rightClicks(mine);
  await anna.seesMarks('question', []);
  await anna.sees({ [mine]: null });

  await anna.page.locator('#chords').selectOption('double');
  const open = new Set(board.safe);
  const shut = new Set(await anna.page.locator('#board button.closed').evaluateAll((all) => all.map((button) => button.dataset.name)));
  const number = board.safe.find((name) => !shut.has(name) && board.number(name) > 0 && board.around(name).some((near) => shut.has(near) && open.has(near)));
  const flags = board.around(number).filter(board.isMine);
  await anna.rightClicks(...flags);
  await anna.sees(Object.fromEntries(flags.map((cell) => [cell, 'flag'])));
  const before = await closed(anna);
  await anna.clicks(number);
  await new Promise((done) => { setTimeout(done, 200); });
  assert.equal(await closed(anna), before, 'a single click opens nothing');
  await anna.square(number).dblclick();
  await eventually(async () => assert((await closed(anna)) < before));
  await anna.page.reload();
  await anna.isThere();
  assert.equal(await anna.page.locator('#chords').inputValue(), 'double');
});

story('small boards use a wide screen, large ones are zoomed on a phone, and 100 x 100 cells are there in a second', async ({ person }) => {
  const anna = await person('Anna', { viewport: { width: 1440, height: 900 } });
  await anna.sitsDownAt({ game: 'mines', start: 'beginner' });
  const board = await anna.page.locator('#board').boundingBox();
  assert(board.width > 560, `${board.width} wide`);
  await anna.sitsDownAt({ game: 'mines', start: '100x100/1500' });
  const loaded = await anna.page.evaluate(() => performance.now());
  console.log(`100 x 100 cells are there after ${Math.round(loaded)} ms`);
  const shifts = await anna.page.evaluate(() => new Promise((done) => {
    let longest = 0;
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: 'longtask' });
    document.querySelector('#board button[data-name=c3]').click();
    setTimeout(() => done(longest), 2500);
  }));
  console.log(`the longest task while the timer runs is ${Math.round(shifts)} ms`);

  const eva = await person('Eva', PHONE);
  await eva.sitsDownAt({ game: 'mines', start: 'expert' });
  const before = (await eva.square('a1').boundingBox()).width;
  await eva.unfolds();
  await eva.page.locator('#zoom').fill('180');
  await eventually(async () => assert((await eva.square('a1').boundingBox()).width > 1.5 * before));
});
