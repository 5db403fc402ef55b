// People who play each other from different machines.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

/** Anna begins a game and sends the link, Ben opens it. */
async function sitDown(person, game = 'chess') {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  await anna.begins(game, 'friend', { colour: 'white' });
  await anna.page.locator('#invitation').waitFor();
  const link = await anna.page.locator('#invitation-link').inputValue();
  await ben.opens(link);
  await ben.isThere();
  await anna.page.locator('#invitation').waitFor({ state: 'hidden' });
  await eventually(async () => assert.equal((await ben.game()).you, 'black'));
  return { anna, ben, link };
}

story('two browsers play each other by a link, and a watcher sees every move', async ({ person }) => {
  const { anna, ben, link } = await sitDown(person);
  const clara = await person('Clara');
  clara.forgives(/status of 409/);
  await clara.opens(link);
  await clara.reads('#message', /Somebody else sits in that seat already/);
  const everybody = [anna, ben, clara];
  assert.notEqual(await ben.page.locator('#board').getAttribute('data-flipped'), null, 'black sits at the bottom for Ben');
  assert.equal(await anna.page.locator('#board').getAttribute('data-flipped'), null);

  const moves = [['f2', 'f3', 'f3'], ['e7', 'e5', 'e5'], ['g2', 'g4', 'g4'], ['d8', 'h4', 'Qh4#']];
  const played = [];
  for (const [index, [from, to, name]] of moves.entries()) {
    const [mover, other] = index % 2 === 0 ? [anna, ben] : [ben, anna];
    await other.clicks(from);
    assert.deepEqual(await other.marked('selected'), [], 'nobody moves for the other side');
    await mover.plays(from, to);
    played.push(name);
    for (const somebody of everybody) await somebody.seesMoves(...played);
    for (const somebody of everybody) await somebody.seesMarks('last-move', [from, to]);
  }
  for (const somebody of everybody) await somebody.reads('#ending', /Black won by checkmate\./);
  await clara.seesControl('resign', false);
});

story('people greet each other, and the one who looks elsewhere hears of it and of the turn', async ({ person }) => {
  const { anna, ben, link } = await sitDown(person);
  const clara = await person('Clara');
  clara.forgives(/status of 409/);
  await clara.opens(link);
  await clara.isThere();
  // What the browser would show, and a page that is not looked at.
  await ben.page.evaluate(() => {
    window.shown = [];
    window.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title, { body }) { window.shown.push(body); }
    };
  });
  await ben.page.locator('#talk summary').click();
  await ben.page.locator('#notify input').check();
  await ben.page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await anna.page.locator('#talk summary').click();
  await anna.page.locator('[data-phrase=good-luck]').click();
  await anna.reads('#said', 'You: Good luck!');
  await ben.reads('#said', 'Opponent: Good luck!');
  await anna.plays('e2', 'e4');
  await ben.seesMoves('e4');
  await eventually(async () => assert.deepEqual(await ben.page.evaluate(() => window.shown), ['Opponent: Good luck!', 'Your turn.']));
  assert.equal(await clara.page.locator('#talk').isVisible(), false, 'who watches says nothing');
  // What was said is old for who comes back.
  await ben.page.reload();
  await ben.isThere();
  await ben.page.locator('#talk').waitFor();
  assert.equal(await ben.page.locator('#said').textContent(), '');
});

story('a draw is offered, declined, offered again and agreed', async ({ person }) => {
  const { anna, ben } = await sitDown(person);
  await anna.plays('e2', 'e4');
  await ben.seesMoves('e4');
  await ben.plays('e7', 'e5');
  await anna.seesMoves('e4', 'e5');
  await anna.does('offer-draw');
  await ben.isTold(/White offers a draw\./);
  await ben.does('decline-draw');
  await anna.isTold('Your turn.');
  await anna.plays('g1', 'f3');
  await ben.seesMoves('e4', 'e5', 'Nf3');
  await ben.does('offer-draw');
  await anna.isTold(/Black offers a draw\./);
  await anna.does('accept-draw');
  for (const somebody of [anna, ben]) await somebody.reads('#ending', /Draw by agreement\./);
});

story('a move is taken back when the other side allows it', async ({ person }) => {
  const { anna, ben } = await sitDown(person);
  await anna.plays('e2', 'e4');
  await ben.seesMoves('e4');
  await anna.does('take-back');
  await ben.isTold(/White asks to take a move back\./);
  await ben.does('decline-takeback');
  await anna.isTold('Black to move.');
  await anna.seesMoves('e4');
  await anna.does('take-back');
  await ben.does('allow-takeback');
  for (const somebody of [anna, ben]) await somebody.seesMoves();
  await anna.plays('d2', 'd4');
  for (const somebody of [anna, ben]) await somebody.seesMoves('d4');
});

story('one gives up, and both meet again in the rematch', async ({ person }) => {
  const { anna, ben } = await sitDown(person, 'checkers');
  const before = anna.id;
  await ben.plays('11', '15');
  await anna.seesMoves('11-15');
  await anna.plays('23', '19');
  await ben.seesMoves('11-15', '23-19');
  await ben.does('resign');
  await ben.does('yes');
  for (const somebody of [anna, ben]) await somebody.reads('#ending', /White won by resignation\./);
  await anna.page.locator('#ending [data-do=rematch]').click();
  await eventually(async () => assert.notEqual(anna.id, before));
  await ben.reads('body', /A rematch is waiting for you\./);
  await ben.page.getByText('Play the rematch').click();
  await eventually(async () => assert.equal(ben.id, anna.id));
  assert.deepEqual([(await anna.game()).you, (await ben.game()).you].sort(), ['black', 'white']);
});

story('games that one sits in and games of others are listed on the first page', async ({ person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  await anna.begins('othello', 'friend', { colour: 'black' });
  const path = `/games/${anna.id}`;
  const link = await anna.page.locator('#invitation-link').inputValue();
  await anna.opens('/');
  await anna.opens(link);
  await anna.isThere();
  await anna.page.locator('#invitation').waitFor();
  assert.equal((await anna.game()).seats.filter(({ yours }) => yours).length, 1, 'whoever invites does not sit down across');
  await anna.opens('/');
  assert.equal(await anna.page.locator(`#watch a[href="${path}"]`).count(), 0);
  await anna.page.locator(`#yours a[href="${path}"]`).click();
  await anna.isThere();
  await anna.clicks('f5');
  await anna.seesMoves('f5');
  await ben.opens('/');
  assert.equal(await ben.page.locator(`a[href="${path}"]`).count(), 0, 'a game by invitation is not shown to others');
  await anna.begins('chess', 'computer', { opponent: 'human' });
  await anna.isThere();
  await anna.clicks('e2', 'e4');
  await anna.seesMoves('e4');
  await ben.opens('/');
  await ben.page.locator(`#watch a[href="/games/${anna.id}"]`).click();
  await ben.reads('main', /You are watching\./);
  await ben.isThere();
  assert.equal((await ben.game()).you, null);
});

story('a name that somebody takes is what the others read, at once', async ({ person }) => {
  const { anna, ben } = await sitDown(person);
  await ben.reads('[data-bar=top] [data-player]', 'Opponent');
  const page = await anna.page.context().newPage();
  await page.goto(new URL('/mine', anna.page.url()).href);
  await page.locator('#nickname').fill('Level 3');
  anna.forgives(/status of 422/);
  await page.locator('#name button').click();
  await page.locator('#name .said', { hasText: 'take another name' }).waitFor();
  await page.locator('#nickname').fill('Anna B.');
  await page.locator('#name button').click();
  await page.locator('#name .said', { hasText: 'Saved.' }).waitFor();
  await ben.reads('[data-bar=top] [data-player]', 'Anna B.');
  await anna.reads('[data-bar=bottom] [data-player]', 'You');
  const clara = await person('Clara');
  await clara.opens(ben.page.url());
  await clara.reads('[data-bar=bottom] [data-player]', 'Anna B.');
});

story('a link takes games and name to another browser, once', async ({ person }) => {
  const { anna, ben } = await sitDown(person);
  const game = new URL(anna.page.url()).pathname;
  await anna.opens('/mine');
  await anna.page.locator('#nickname').fill('Anna');
  await anna.page.locator('#name button').click();
  await anna.page.locator('#name .said', { hasText: 'Saved.' }).waitFor();
  await anna.page.locator('[data-do=link]').click();
  await anna.page.locator('#picture path[d^="M"]').waitFor({ state: 'attached' });
  const link = await anna.page.locator('#link').inputValue();

  const phone = await person('Phone');
  await phone.opens(link);
  await phone.page.locator('#take').click();
  await phone.page.waitForURL('**/mine');
  assert.equal(await phone.page.locator('#nickname').inputValue(), 'Anna');
  await phone.opens(game);
  await phone.isThere();
  await phone.plays('e2', 'e4');
  await ben.seesMoves('e4');

  const late = await person('Late');
  late.forgives(/status of 404/);
  await late.opens(link);
  await late.page.locator('#take').click();
  await late.reads('.refusal', /This link has been used/);
});
