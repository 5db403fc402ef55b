// Chess, by one person or by two who share a board.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

/** What browsers log of a move that is refused. */
const REFUSED = /422/;
const ALONE = { game: 'chess', players: { white: 'human', black: 'human' } };

story('two people at one board play with the mouse until checkmate', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('chess', 'computer', { opponent: 'human' });
  await anna.isTold('White to move.');

  await anna.clicks('e2');
  await anna.seesMarks('selected', ['e2']);
  await anna.seesMarks('target', ['e3', 'e4']);
  await anna.clicks('e4');
  await anna.sees({ e2: null, e4: 'white pawn' });
  await anna.seesMarks('last-move', ['e2', 'e4']);
  await anna.seesMarks('target', []);
  await anna.isTold('Black to move.');

  await anna.plays('e7', 'e5');
  await anna.isTold('White to move.');
  await anna.drags('f1', 'c4');
  await anna.sees({ f1: null, c4: 'white bishop' });
  await anna.isTold('Black to move.');
  await anna.plays('b8', 'c6');
  await anna.isTold('White to move.');
  await anna.drags('d1', 'h5');
  await anna.isTold('Black to move.');
  await anna.plays('g8', 'f6');
  await anna.isTold('White to move.');
  await anna.clicks('h5');
  await anna.seesMarks('capture', ['e5', 'f7', 'h7']);
  await anna.clicks('f7');

  await anna.reads('#ending', /White won by checkmate\./);
  await anna.isTold('White won by checkmate.');
  await anna.seesMarks('check', ['e8']);
  await anna.seesMoves('e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6', 'Qxf7#');
  const [panel, board] = [await anna.page.locator('#ending').boundingBox(), await anna.page.locator('#board').boundingBox()];
  assert(panel.x >= board.x + board.width, 'the result stands beside the board and not over it');
  await anna.clicks('a7');
  await anna.seesMarks('target', []);
});

story('a game is played with the keyboard alone until checkmate', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(REFUSED);
  await anna.sitsDownAt(ALONE);
  await anna.tabsToTheBoard();

  await anna.goesTo('e2', 'arrows');
  await anna.presses('Enter');
  await anna.seesMarks('selected', ['e2']);
  await anna.goesTo('g1', 'letters');
  await anna.presses('Enter');
  await anna.seesMarks('selected', ['g1']);
  await anna.seesMarks('target', ['f3', 'h3']);
  await anna.presses('Escape');
  await anna.seesMarks('selected', []);
  await anna.presses('Enter');
  await anna.goesTo('g5', 'arrows');
  await anna.presses('Enter');
  await anna.seesMarks('selected', []);
  await anna.reads('#message', /a knight cannot go from g1 to g5/);
  await anna.seesMoves();

  await anna.carries('f2', 'f3', 'letters');
  await anna.seesMoves('f3');
  await eventually(async () => assert.match(await anna.pieceAt(await anna.cursor()), /^black/, 'the cursor is with the side to move'));
  await anna.carries('e7', 'e5', 'arrows');
  await anna.seesMoves('f3', 'e5');
  await anna.carries('g2', 'g4', 'arrows');
  await anna.seesMoves('f3', 'e5', 'g4');
  await anna.carries('d8', 'h4', 'letters');
  await anna.reads('#ending', /Black won by checkmate\./);
  await anna.seesMoves('f3', 'e5', 'g4', 'Qh4#');
});

story('a move can be typed, and one that is not possible is refused beside the board', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  await anna.types('Nf3');
  await anna.seesMoves('Nf3');
  await anna.types('e7e5');
  await anna.seesMoves('Nf3', 'e5');
  await anna.forgives(/status of 4\d\d/);
  await anna.types('Ke3');
  await anna.reads('#message', /\S/);
  await anna.seesMoves('Nf3', 'e5');
  await anna.types('Nxe5');
  await anna.seesMoves('Nf3', 'e5', 'Nxe5');
  await anna.reads('#message', '');
});

story('what a pawn becomes is chosen', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: '8/P6k/8/8/8/8/p6K/8 w - - 0 1' });
  const choice = anna.page.locator('#promotion');

  await anna.plays('a7', 'a8');
  await choice.waitFor();
  assert.equal(await choice.locator('button[data-role]').count(), 4);
  await anna.presses('Escape');
  await choice.waitFor({ state: 'hidden' });
  await anna.sees({ a7: 'white pawn', a8: null });

  await anna.plays('a7', 'a8');
  await choice.locator('button[data-role=knight]').click();
  await anna.sees({ a7: null, a8: 'white knight' });
  await anna.seesMoves('a8=N');

  await anna.tabsToTheBoard();
  await anna.carries('a2', 'a1', 'arrows');
  await choice.waitFor();
  // The queen has the focus; the rook is beside her.
  const chosen = () => anna.page.evaluate(() => document.activeElement.dataset.role);
  assert.equal(await chosen(), 'queen');
  await anna.presses('ArrowUp');
  assert.equal(await chosen(), 'rook');
  await anna.presses('Enter');
  await anna.sees({ a2: null, a1: 'black rook' });
});

story('mayhem lets the computer play both sides until it is stopped', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players: { white: 'human', black: 'random:7' }, mine: ['white'] });
  await anna.does('mayhem');
  await eventually(async () => assert((await anna.moves()).length >= 4, 'the computer plays on'));
  await anna.does('mayhem');
  await anna.isTold(/^Your turn\./);
  await eventually(async () => {
    const { scene } = await anna.game();
    assert(scene.choices.length > 0, 'white is moved by a person again');
    assert.equal(scene.players.find(({ seat }) => seat === 'white').player, 'human');
    assert.equal((await anna.moves()).length, scene.moves.length);
  });
  const { scene } = await anna.game();
  const choice = scene.choices.find(({ places }) => !places);
  await anna.plays(...choice.path);
  await eventually(async () => assert((await anna.moves()).length > scene.moves.length, 'a person can move again'));
});

story('past positions are looked at with keys, buttons and clicks, and the game goes on from the last', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  for (const [index, [from, to]] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6']].entries()) {
    await anna.plays(from, to);
    await eventually(async () => assert.equal((await anna.moves()).length, index + 1));
  }
  const shown = (ply) => eventually(async () => {
    const current = anna.page.locator('#moves [aria-current=true]');
    assert.deepEqual(await current.evaluateAll((all) => all.map((button) => button.dataset.ply)), ply === null ? [] : [String(ply)]);
  });
  await shown(4);

  await anna.page.locator('#moves button[data-ply="2"]').click();
  await shown(2);
  await anna.sees({ e5: 'black pawn', f3: null, c6: null });
  await anna.presses('ArrowRight');
  await shown(3);
  await anna.sees({ f3: 'white knight', c6: null });
  await anna.reads('#opening', "C40 King's Knight Opening");
  assert.match(await anna.page.locator('#analyse').getAttribute('href'), /analysis#e4%20e5%20Nf3$/);
  await anna.presses('ArrowLeft', 'ArrowLeft');
  await shown(1);
  await anna.presses('Home');
  await anna.sees({ e2: 'white pawn', e4: null });
  await anna.presses('End');
  await shown(4);
  await anna.sees({ c6: 'black knight' });

  await anna.does('first');
  await anna.sees({ e2: 'white pawn' });
  await anna.does('next');
  await anna.sees({ e4: 'white pawn', e5: null });
  await anna.does('last');
  await anna.does('previous');
  await shown(3);
  await anna.clicks('a2');
  await shown(4);
  assert.deepEqual(await anna.marked('selected'), [], 'a click on a past board leads to the present, and moves nothing');
  await anna.does('previous');
  await shown(3);
  await anna.does('last');
  await anna.plays('f1', 'b5');
  await anna.sees({ b5: 'white bishop' });
  await shown(5);
});

story('keys count when they are pressed faster than the server answers', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  const played = ['e4', 'e5', 'Nf3', 'Nc6'];
  for (const [index, move] of played.entries()) {
    await anna.types(move);
    await anna.seesMoves(...played.slice(0, index + 1));
  }
  let answer;
  const pressed = new Promise((resolve) => { answer = resolve; });
  await anna.page.route('**/picture*', async (route) => {
    await pressed;
    await route.continue();
  });
  await anna.page.locator('#moves').focus();
  await anna.presses('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  answer();
  await eventually(async () => assert.equal(await anna.page.locator('#moves [aria-current=true]').getAttribute('data-ply'), '1'));
  await anna.sees({ e4: 'white pawn', e5: null, f3: null, c6: null });
});

story('against the computer: a hint, a take-back, the board turned, giving up, and again', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('chess', 'computer', { opponent: 'minimax:1' });
  await anna.does('hint');
  await eventually(async () => assert.equal((await anna.marked('hint')).length, 2, 'a hint has a from and a to'));

  await anna.plays('d2', 'd4');
  await eventually(async () => assert.equal((await anna.moves()).length, 2, 'the computer answers'));
  await anna.seesMarks('hint', []);
  await anna.does('take-back');
  await anna.seesMoves();
  await anna.sees({ d2: 'white pawn', d4: null });

  const corner = () => anna.page.locator('#board button').first().getAttribute('data-name');
  assert.equal(await corner(), 'a8');
  await anna.does('flip');
  assert.equal(await corner(), 'h1');
  await anna.plays('e2', 'e4');
  await eventually(async () => assert.equal((await anna.moves()).length, 2));
  await anna.does('flip');
  assert.equal(await corner(), 'a8');

  await anna.does('resign');
  await anna.does('no');
  await anna.isTold(/^Your turn/);
  await anna.does('resign');
  await anna.does('yes');
  await anna.reads('#ending', /You lost: Black won by resignation\./);

  const before = anna.id;
  await anna.page.locator('#ending [data-do=rematch]').click();
  await eventually(async () => assert.notEqual(anna.id, before));
  await anna.page.locator('#ending').waitFor({ state: 'hidden' });
  assert.equal((await anna.game()).scene.over, false);
});

story('a computer that stands well declines a draw, and one that stands badly accepts it', async ({ person }) => {
  const anna = await person('Anna');
  const players = { white: 'human', black: 'level:1' };
  await anna.sitsDownAt({ game: 'chess', players, start: '3qk3/8/8/8/8/8/8/4K3 w - - 0 1' });
  await anna.does('offer-draw');
  await anna.reads('#message', 'Black declines the draw.');
  await anna.isTold('Your turn.');
  await anna.sitsDownAt({ game: 'chess', players, start: '3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1' });
  await anna.does('offer-draw');
  await anna.reads('#ending', /Draw by agreement\./);
});

story('a player is exchanged in the middle of a game', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt(ALONE);
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');
  await anna.unfolds();
  await anna.page.locator('[data-exchange=black] select').selectOption('random');
  await eventually(async () => assert.equal((await anna.moves()).length, 2, 'the computer moves at once'));
  await anna.isTold(/^Your turn\./);
});

story('a new game keeps the way of playing', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('chess', 'computer', { opponent: 'random' });
  const before = anna.id;
  await anna.plays('e2', 'e4');
  await eventually(async () => assert.equal((await anna.moves()).length, 2));
  await anna.does('new');
  await eventually(async () => assert.notEqual(anna.id, before));
  await anna.seesMoves();
  const { scene } = await anna.game();
  assert.deepEqual(scene.players.map(({ player }) => player), ['human', 'random']);
});

story('colour, clock and position are chosen before a game', async ({ person }) => {
  const anna = await person('Anna');
  const start = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
  await anna.begins('chess', 'computer', { colour: 'black', opponent: 'random', clock: '5+3', start: 'own', own: start });
  await eventually(async () => assert.equal((await anna.moves()).length, 1, 'white, the computer, has moved'));
  assert.notEqual(await anna.page.locator('#board').getAttribute('data-flipped'), null);
  await anna.sees({ e8: 'black king', d8: null });
  await anna.reads('[data-bar=bottom] [data-clock]', /^[45]:\d\d$/);
  await anna.plays('e8', 'd8');
  await eventually(async () => assert.equal((await anna.moves()).length, 3));
});

story('the computer plays itself for whoever watches, at the pace that is chosen', async ({ person }) => {
  const anna = await person('Anna');
  await anna.begins('chess', 'watch', { opponent: 'random', other: 'random' });
  await eventually(async () => assert((await anna.moves()).length >= 2));
  await anna.unfolds();
  await anna.page.locator('[data-pace] select').selectOption({ label: 'Fast' });
  const before = (await anna.moves()).length;
  await eventually(async () => assert((await anna.moves()).length >= before + 4));

  // They stand still, make one move, and go on.
  const count = async () => (await anna.game()).scene.moves.length;
  await anna.does('pause');
  await eventually(async () => assert.equal(await anna.control('pause').getAttribute('aria-pressed'), 'true'));
  const standsAt = (moves) => eventually(async () => {
    const now = await count();
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    assert.equal(await count(), moves ?? now);
  });
  await anna.isTold(/^(White|Black) to move\.( Check\.)?$/);
  await standsAt();
  const still = await count();
  await anna.does('step');
  await standsAt(still + 1);
  await anna.does('pause');
  await eventually(async () => assert((await count()) > still + 3));
});

story('a king castles by going to its rook', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ ...ALONE, start: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' });
  await anna.clicks('e1');
  await anna.seesMarks('target', ['d1', 'd2', 'e2', 'f1', 'f2', 'c1', 'g1']);
  await anna.clicks('h1');
  await anna.sees({ e1: null, h1: null, g1: 'white king', f1: 'white rook' });
  await anna.isTold('Black to move.');
  await anna.drags('e8', 'a8');
  await anna.sees({ e8: null, a8: null, c8: 'black king', d8: 'black rook' });
  await anna.seesMoves('O-O', 'O-O-O');
});

story('a move by mouse that is not legal says why', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(REFUSED);
  await anna.sitsDownAt({ ...ALONE, start: '4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1' });
  await anna.drags('e1', 'e3');
  await anna.reads('#message', /a king cannot go from e1 to e3/);
  await anna.clicks('e1', 'd1');
  await anna.isTold('Black to move.');
  await anna.clicks('e4', 'd3');
  await anna.reads('#message', /a rook cannot go from e4 to d3/);
  await anna.plays('e4', 'e3');
  await anna.reads('#message', '');
});

story('a hint says why, and is about the board as it is now', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players: { white: 'human', black: 'level:1' } });
  await anna.plays('e2', 'e4');
  await eventually(async () => assert.equal((await anna.moves()).length, 2));
  await anna.page.locator('[data-do=previous]').click();
  await anna.isTold('After 1. e4.');
  await anna.does('hint');
  await anna.isTold('Your turn.');
  await anna.reads('#message', /^Hint: .+\. .+/);
});

story('what can be done keeps its place while the computer thinks', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players: { white: 'human', black: 'engine:time=10s' } });
  const place = async (name) => (await anna.page.locator(`#controls [data-do=${name}]`).boundingBox());
  const names = ['hint', 'take-back', 'offer-draw', 'resign', 'flip'];
  const before = await Promise.all(names.map(place));
  await anna.plays('e2', 'e4');
  await anna.isTold(/thinking|Black/);
  assert.deepEqual(await Promise.all(names.map(place)), before, 'a button has moved');
  assert(await anna.page.locator('#controls [data-do=hint]').isDisabled());
});

story('a game that Black begins at move 20 is numbered so, and any position of it can be copied', async ({ person }) => {
  const anna = await person('Anna', { permissions: ['clipboard-read', 'clipboard-write'] });
  await anna.sitsDownAt({ ...ALONE, start: '4k3/3p4/8/4P3/8/8/P7/4K2R b K - 0 20' });
  for (const [from, to, next] of [['d7', 'd5', 'White'], ['e5', 'd6', 'Black'], ['e8', 'd8', 'White']]) {
    await anna.plays(from, to);
    await anna.isTold(`${next} to move.`);
  }
  await anna.seesMoves('d5', 'exd6', 'Kd8');
  const numbers = await anna.page.locator('#moves li').evaluateAll((moves) => moves.map((move) => getComputedStyle(move, '::before').content));
  assert.deepEqual(numbers.map((number) => number !== 'none'), [true, true, false]);
  await anna.page.locator('[data-do=previous]').click();
  await anna.isTold('After 21. exd6.');
  await anna.page.locator('[data-do=previous]').click();
  await anna.isTold('After 20… d5.');
  await anna.does('copy-position');
  await eventually(async () => {
    const copied = await anna.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, '4k3/8/8/3pP3/8/8/P7/4K2R w K d6 0 21');
  });
});
