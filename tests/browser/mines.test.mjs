// Minesweeper. The boards come from codes, so the tests know where the mines are and never guess.

import assert from 'node:assert/strict';
import { field, nextCell } from './field.mjs';
import { eventually } from './patience.mjs';
import { NO_SERVER, story } from './support.mjs';

const isClosed = (person, cell) => person.square(cell).evaluate((button) => button.classList.contains('closed') && !button.dataset.piece);
const counter = (person, expected) => person.reads('#counter', String(expected));

/** The cells that are still closed, flagged or not. */
async function closed(person) {
  return person.page.locator('#board button.closed').evaluateAll((all) => all.map((button) => button.dataset.name));
}

/** The rows of the board as they are seen, as `tablero mines solve` reads them. */
async function view(person) {
  return person.page.locator('#board [role=row]').evaluateAll((rows) => rows.map((row) => {
    const letter = ({ dataset, classList }) => {
      if (classList.contains('open')) return dataset.piece ?? '0';
      return dataset.piece === 'flag' ? 'F' : '.';
    };
    return [...row.querySelectorAll('button')].map(letter).join('');
  }));
}

/** A number that is open and has both a mine and a closed cell without one around it. */
async function numberToChord(person, board) {
  const stillClosed = new Set(await closed(person));
  const isUseful = (name) => !stillClosed.has(name) && board.number(name) > 0
    && board.around(name).some((near) => stillClosed.has(near) && !board.isMine(near));
  const found = board.safe.find(isUseful);
  assert(found, 'there is a number to open around');
  return found;
}

story('a board is won with flags by right click', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 5);
  await anna.begins('mines', 'solo', { code: board.code });
  await counter(anna, 10);
  assert.equal(await isClosed(anna, 'a1'), false, 'a shared board begins with its first cell open');

  const [flagged] = board.mines;
  await anna.rightClicks(flagged);
  await anna.sees({ [flagged]: 'flag' });
  await counter(anna, 9);
  await anna.clicks(flagged);
  await anna.rightClicks(flagged);
  await anna.sees({ [flagged]: null });
  await counter(anna, 10);

  await anna.rightClicks(...board.mines);
  await counter(anna, 0);
  // She is quick: a cell may have come open with its neighbours by the time she presses it.
  anna.forgives(/status of 422/);
  for (const cell of board.safe) {
    if (await isClosed(anna, cell)) await anna.clicks(cell);
  }
  await anna.reads('#ending', /You won: all cells without a mine are open\./);
  for (const cell of board.mines) await anna.sees({ [cell]: 'flag' });
  const shown = await anna.pieceAt(board.safe.find((cell) => board.number(cell) === 1));
  assert.equal(shown, '1');
});

story('the solver plays on when it is let, and it is the computer that has won', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'mines', start: '6x6/5 opening no-guess 7', players: { solo: 'human' } });
  await anna.clicks('c3');
  await anna.does('mayhem');
  await anna.reads('#ending', /The computer won: all cells without a mine are open\./);
});

story('a mine ends the game and shows every mine and every wrong flag', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 6);
  await anna.begins('mines', 'solo', { code: board.code });
  const stillClosed = await closed(anna);
  const wrong = stillClosed.find((cell) => !board.isMine(cell));
  const [hit, right, ...others] = board.mines;
  await anna.rightClicks(wrong, right);
  await anna.sees({ [wrong]: 'flag', [right]: 'flag' });
  await anna.clicks(hit);
  await anna.reads('#ending', /You lost: there was a mine\./);
  const hidden = Object.fromEntries(others.map((cell) => [cell, 'mine']));
  await anna.sees({ [hit]: 'hit-mine', [wrong]: 'wrong-flag', [right]: 'flag', ...hidden });
});

story('with flag mode a click flags, and a click on a number opens around it', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 7);
  await anna.begins('mines', 'solo', { code: board.code });
  const number = await numberToChord(anna, board);
  const near = board.around(number);
  const before = new Set(await closed(anna));
  const mode = anna.page.locator('#controls [data-do=mark]');
  await mode.click();
  assert.equal(await mode.getAttribute('aria-pressed'), 'true');
  const minesNear = near.filter(board.isMine);
  await anna.clicks(...minesNear);
  await anna.sees(Object.fromEntries(minesNear.map((cell) => [cell, 'flag'])));
  await mode.click();
  assert.equal(await mode.getAttribute('aria-pressed'), 'false');

  await anna.clicks(number);
  await eventually(async () => {
    const after = new Set(await closed(anna));
    for (const cell of near) assert.equal(after.has(cell), board.isMine(cell), `${cell} around ${number}`);
    assert(after.size < before.size);
  });
  assert.equal((await anna.game()).scene.over, false);
});

story('the face and the key r lay new mines at the same level', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 8);
  await anna.begins('mines', 'solo', { code: board.code });
  await anna.clicks(board.mines[0]);
  await anna.reads('#ending', /You lost/);
  const fresh = async (before) => {
    await eventually(async () => assert.notEqual(anna.id, before, 'another game'));
    await eventually(async () => assert.equal((await closed(anna)).length, 81, 'every cell is closed'));
    await counter(anna, 10);
    await anna.reads('#timer', '0');
  };
  let before = anna.id;
  await anna.page.locator('#face').click();
  await fresh(before);
  await anna.clicks('e5');
  await eventually(async () => assert((await closed(anna)).length < 81, 'the first click opens something'));
  assert.equal((await anna.game()).scene.over, false, 'the first click is no mine');
  before = anna.id;
  await anna.presses('r');
  await fresh(before);
});

story('a board is won with the keyboard alone', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('5x5/3', 3);
  await anna.sitsDownAt({ game: 'mines', start: board.code });
  await anna.tabsToTheBoard();
  assert.equal(await anna.cursor(), 'c3', 'the cursor begins in the middle');
  for (const [index, cell] of board.mines.entries()) {
    await anna.goesTo(cell, index % 2 === 0 ? 'arrows' : 'letters');
    await anna.presses('f');
    await anna.sees({ [cell]: 'flag' });
  }
  for (const cell of board.safe) {
    if (await isClosed(anna, cell)) {
      await anna.goesTo(cell, 'arrows');
      await anna.presses('Enter');
      await eventually(async () => assert.equal(await isClosed(anna, cell), false));
    }
  }
  await anna.reads('#ending', /You won/);
});

story('a hint says why, and the probabilities of all cells are shown on request', async ({ person }) => {
  const anna = await person('Anna');
  const board = field('9x9/10', 5);
  await anna.begins('mines', 'solo', { code: board.code });
  await anna.does('hint');
  await eventually(async () => assert.equal((await anna.marked('hint')).length, 1));
  const [cell] = await anna.marked('hint');
  await anna.reads('#message', new RegExp(`^(Open|Flag) ${cell}: .* because`));

  const toggle = anna.page.locator('[data-do=odds]');
  await toggle.click();
  const shown = () => anna.page.locator('#board button.closed').evaluateAll((all) => all.map((button) => [button.dataset.name, button.innerText.trim()]));
  await eventually(async () => {
    for (const [name, text] of await shown()) assert.match(text, /^\d/, `the probability of ${name}`);
  });
  for (const [name, text] of await shown()) {
    if (/^0 ?%?$/.test(text)) assert.equal(board.isMine(name), false, `${name} is said to be safe`);
    if (/^100 ?%?$/.test(text)) assert.equal(board.isMine(name), true, `${name} is said to be a mine`);
  }
  await toggle.click();
  await eventually(async () => {
    for (const [name, text] of await shown()) assert.equal(text, '', `no probability is left on ${name}`);
  });
});

story('a board nobody has seen before is won without guessing, and the time is among the best', async ({ server, person }) => {
  const anna = await person('Anna');
  anna.forgives(NO_SERVER);
  await anna.begins('mines', 'solo', { start: 'own', width: '8', height: '8', mines: '3', guess: true });
  await anna.clicks('d4');
  await eventually(async () => assert.equal(await isClosed(anna, 'd4'), false));
  while (!(await anna.game()).scene.over) {
    const cell = nextCell('8x8/3', await view(anna));
    await anna.clicks(cell);
    await eventually(async () => assert.equal(await isClosed(anna, cell), false));
  }
  await anna.reads('#ending', /You won/);
  await anna.reads('#best li', /^\d+\.\d s · You$/);

  await server.kill();
  await server.restart();
  await anna.page.reload();
  await anna.reads('#best li', /^\d+\.\d s · You$/);
});

story('the computer sweeps a board for whoever watches', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('mines', 'watch', { start: 'beginner' });
  await eventually(async () => assert((await closed(anna)).length < 81));
  const before = (await closed(anna)).length;
  await anna.clicks('a1', 'i9');
  await eventually(async () => assert((await closed(anna)).length < before));
});
