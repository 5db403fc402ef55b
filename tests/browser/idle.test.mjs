// What the pages cost: bytes on the way, and nothing at all while nothing happens.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

const MOST_SCRIPT = 25_000;
/** What is fetched besides where cells are raced for. */
const MOST_RACE = 3_000;
const MOST_PAGE = 15_000;
/** Silence can only be heard by listening for a while. */
const SILENCE = 2_000;
const players = { white: 'human', black: 'human' };

/** The bytes that came for scripts and for the page itself, packed as they were sent. */
async function transferred(person, open) {
  const requests = [];
  const note = (request) => requests.push(request);
  person.page.on('requestfinished', note);
  await open();
  await person.page.waitForLoadState('load');
  person.page.off('requestfinished', note);
  const sum = async (kind) => {
    let bytes = 0;
    for (const request of requests.filter((each) => each.resourceType() === kind)) {
      const headers = await (await request.response()).allHeaders();
      assert.equal(headers['content-encoding'], 'gzip', request.url());
      bytes += (await request.sizes()).responseBodySize;
    }
    return bytes;
  };
  return { script: await sum('script'), page: await sum('document') };
}

story('scripts and pages are small on the way', async ({ person }) => {
  const games = [
    { game: 'chess', players }, { game: 'checkers', players }, { game: 'othello', players },
    { game: 'mines', start: 'beginner' }, { game: 'mines', start: 'expert' },
  ];
  for (const asked of games) {
    const called = `${asked.game} ${asked.start ?? ''}`.trim();
    const anna = await person(called);
    const { script, page } = await transferred(anna, () => anna.sitsDownAt(asked));
    const most = MOST_SCRIPT + (asked.game === 'mines' ? MOST_RACE : 0);
    assert(script > 0 && script <= most, `${script} bytes of script for ${called}`);
    assert(page > 0 && page <= MOST_PAGE, `${page} bytes of HTML for ${called}`);
  }
});

story('a page where nothing happens does nothing', async ({ person }) => {
  const anna = await person('Anna');
  // Every timer that fires and every frame that is asked for is counted.
  await anna.page.addInitScript(() => {
    window.fired = 0;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
      const plain = window[name].bind(window);
      window[name] = (run, ...rest) => plain((...given) => {
        window.fired += 1;
        return run(...given);
      }, ...rest);
    }
  });
  for (const asked of [{ game: 'chess', players }, { game: 'mines', start: 'beginner' }]) {
    await anna.sitsDownAt(asked);
    let requests = 0;
    const count = () => { requests += 1; };
    anna.page.on('request', count);
    await anna.page.evaluate(() => {
      window.mutations = 0;
      const observer = new MutationObserver((changes) => { window.mutations += changes.length; });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    // What belongs to its arrival comes when the machine has time for it; then there is silence.
    await eventually(async () => {
      requests = 0;
      await anna.page.evaluate(() => { window.mutations = 0; window.fired = 0; });
      await new Promise((resolve) => { setTimeout(resolve, SILENCE); });
      const { mutations, fired } = await anna.page.evaluate(() => ({ mutations: window.mutations, fired: window.fired }));
      assert.deepEqual({ requests, mutations, fired }, { requests: 0, mutations: 0, fired: 0 }, asked.game);
    });
    anna.page.off('request', count);
  }
});

story('a clock ticks on the page while it runs', async ({ person }) => {
  const anna = await person('Anna');
  await anna.sitsDownAt({ game: 'chess', players, clock: '5+0' });
  await anna.plays('e2', 'e4');
  await anna.seesMoves('e4');
  await anna.plays('e7', 'e5');
  await anna.seesMoves('e4', 'e5');
  await eventually(async () => assert.match(await anna.page.locator('[data-seat=white] [data-clock]').innerText(), /^4:5\d$/));
});

story('computers rest while nobody watches', async ({ person }) => {
  const [anna, ben] = [await person('Anna'), await person('Ben')];
  const { id } = await anna.sitsDownAt({ game: 'chess', players: { white: 'random:1', black: 'random:2' } });
  await eventually(async () => assert((await anna.moves()).length >= 2));
  await anna.opens('/');
  const played = async () => (await (await ben.page.request.get(`${ben.server.origin}/api/games/${id}`)).json()).scene.moves.length;
  // The server notices that the stream is gone, perhaps after one more move.
  let now;
  await eventually(async () => {
    now = await played();
    await new Promise((resolve) => { setTimeout(resolve, SILENCE / 2); });
    assert.equal(await played(), now, 'nothing is played');
  });
  await anna.opens(`/games/${id}`);
  await eventually(async () => assert((await anna.moves()).length > now, 'it goes on when somebody comes back'));
});

story('a page without scripts shows the game', async ({ person }) => {
  const anna = await person('Anna', { javaScriptEnabled: false });
  const { id } = await (await anna.page.request.post(`${anna.server.origin}/api/games`, { data: { game: 'chess', players } })).json();
  await anna.opens(`/games/${id}`);
  await anna.sees({ e2: 'white pawn', e4: null });
  await anna.isTold('White to move.');
});
