// The server dies, the network repeats itself: nothing is lost and nothing happens twice.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { NO_SERVER, story } from './support.mjs';

const ALONE = { game: 'chess', players: { white: 'human', black: 'human' } };

story('a server killed and started again under open pages goes on where it was', async ({ server, person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  for (const somebody of [anna, ben]) somebody.forgives(NO_SERVER);
  const { id, invitations } = await anna.sitsDownAt({ game: 'chess', mine: ['white'] });
  await ben.opens(`/games/${id}#black.${invitations.black}`);
  await eventually(async () => assert.equal((await ben.game()).you, 'black'));
  await anna.plays('e2', 'e4');
  await ben.seesMoves('e4');

  await server.kill();
  await ben.reads('#connection', /Reconnecting…/);
  await server.restart();
  await ben.reads('#connection', '');
  await anna.reads('#connection', '');
  for (const somebody of [anna, ben]) await somebody.seesMoves('e4');

  await ben.plays('e7', 'e5');
  for (const somebody of [anna, ben]) await somebody.seesMoves('e4', 'e5');
  assert.deepEqual((await anna.game()).scene.moves, ['e4', 'e5']);
});

story('a move made while the server is down is kept and made once', async ({ server, person }) => {
  const anna = await person('Anna');
  anna.forgives(NO_SERVER);
  await anna.sitsDownAt(ALONE);
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');

  await server.kill();
  await anna.reads('#connection', /Reconnecting…/);
  await anna.plays('e7', 'e5');
  await anna.sees({ e7: null, e5: 'black pawn' });
  await server.restart();
  await anna.reads('#connection', '');
  await anna.seesMoves('e4', 'e5');
  await anna.plays('g1', 'f3');
  await anna.seesMoves('e4', 'e5', 'Nf3');
  assert.deepEqual((await anna.game()).scene.moves, ['e4', 'e5', 'Nf3']);
});

story('a move whose answer is lost on the way is made once', async ({ person }) => {
  const anna = await person('Anna');
  anna.forgives(/ERR_FAILED|ERR_CONNECTION_RESET/);
  await anna.sitsDownAt(ALONE);
  let lost = 0;
  await anna.page.route('**/commands*', async (route) => {
    const answer = await route.fetch();
    if (lost === 0) {
      lost += 1;
      await route.abort('connectionreset');
    } else {
      await route.fulfill({ response: answer });
    }
  });
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');
  assert.equal(lost, 1);
  await anna.plays('e7', 'e5');
  await anna.seesMoves('e4', 'e5');
  assert.deepEqual((await anna.game()).scene.moves, ['e4', 'e5']);
});

story('a double click is one move', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'othello', players: { black: 'human', white: 'human' } });
  await anna.square('f5').dblclick();
  await anna.seesMoves('f5');
  await anna.isTold(/^White to move\./);
  assert.equal((await anna.game()).scene.moves.length, 1);
});
