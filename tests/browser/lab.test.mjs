// The lab: a program teaches itself before one's eyes, and is played at two stages.

import assert from 'node:assert/strict';
import { findings } from './axe.mjs';
import { PHONE, overhang, tooSmall } from './narrow.mjs';
import { eventually } from './patience.mjs';
import { story } from './support.mjs';

/** Silence can only be heard by listening for a while: longer than the page waits between two questions. */
const SILENCE = 2_500;

/** Starts a run on the smallest board from the form of the lab, and waits for its page. */
async function starts(person, words) {
  await person.opens('/');
  await person.page.getByRole('link', { name: words.link }).click();
  await person.page.waitForURL('**/lab');
  const form = person.page.locator('#start');
  const option = form.locator('[name=game] option', { hasText: '4 x 4' });
  await form.locator('[name=game]').selectOption(await option.innerText());
  await form.locator('[name=minutes]').fill('600');
  await form.getByRole('button', { name: words.start }).click();
  await person.page.waitForURL('**/lab/*');
}

const ENGLISH = { link: 'The lab', start: 'Start learning', stop: 'Stop learning', goOn: 'Go on learning', play: 'Play this one: othello-td-1, generation ' };
const SPANISH = { link: 'El laboratorio', start: 'Empezar a aprender', stop: 'Dejar de aprender', goOn: 'Seguir aprendiendo', play: 'Jugar contra esta: othello-td-1, generación ' };

/** How many generations the table shows. */
const generations = (person) => person.page.locator('#generations tbody tr').count();

/** Waits until there are so many. */
const sees = (person, count) => eventually(async () => assert(await generations(person) >= count, `${await generations(person)} generations`));

async function stops(person, words) {
  await person.page.getByRole('button', { name: words.stop }).click();
  await person.page.getByRole('button', { name: words.goOn }).waitFor();
}

/** Plays a generation from the table, as far as its first answer. */
async function plays(person, words, generation) {
  await person.page.locator('#generations').getByRole('button', { name: `${words.play}${generation}`, exact: true }).click();
  await person.page.waitForURL('**/games/*');
  await person.isThere();
  await person.reads('[data-bar=top] [data-player]', new RegExp(`^othello-td-1, (generation|generación) ${generation}$`));
  await person.page.locator('#board button[data-marks~=target]').first().click();
  await eventually(async () => assert((await person.moves()).length >= 2, 'it answers'));
}

story('a program is started, its curve grows, and its first and its last generation are played', async ({ person }) => {
  const anna = await person('Anna');
  await starts(anna, ENGLISH);
  await anna.reads('h1', 'othello-td-1');
  // Nothing is reloaded: what stands on the page stays, and the rest is brought up to date.
  await anna.page.evaluate(() => { window.here = true; });
  await sees(anna, 3);
  const dots = () => anna.page.locator('#charts svg').first().locator('circle').count();
  await eventually(async () => assert(await dots() >= 3, 'the curve has points'));
  const before = await dots();
  await eventually(async () => assert(await dots() > before, 'the curve grows'));
  await anna.reads('#state', /^Learning now: \d.* games, .* of 600 min of processor time\./);
  assert(await anna.page.evaluate(() => window.here), 'the page was not reloaded');
  await stops(anna, ENGLISH);
  await anna.page.locator('#square-values .heat').waitFor();

  const last = await generations(anna) - 1;
  const run = anna.page.url();
  await plays(anna, ENGLISH, 0);
  await anna.opens(run);
  await plays(anna, ENGLISH, last);

  await anna.opens('/lab');
  await anna.page.getByRole('link', { name: 'othello-td-1' }).click();
  await anna.page.locator('#resume [name=minutes]').fill('600');
  await anna.page.getByRole('button', { name: ENGLISH.goOn }).click();
  await sees(anna, last + 2);
  await stops(anna, ENGLISH);
});

story('a second program is refused in words while one learns, and a page where none learns does nothing', async ({ person }) => {
  const anna = await person('Anna');
  await starts(anna, ENGLISH);
  anna.forgives(/status of 409/);
  await anna.opens('/lab');
  await anna.page.locator('#start summary').click();
  await anna.page.getByRole('button', { name: ENGLISH.start }).click();
  await anna.reads('#start .refusal', 'othello-td-1 is learning. Stop it first, or wait until it is done.');
  await anna.page.getByRole('link', { name: 'othello-td-1' }).click();
  await stops(anna, ENGLISH);
  await anna.page.locator('#square-values .heat').waitFor();
  await eventually(async () => assert.equal(await anna.page.locator('main[data-changes]').count(), 0));
  let requests = 0;
  anna.page.on('request', () => { requests += 1; });
  await new Promise((resolve) => { setTimeout(resolve, SILENCE); });
  assert.equal(requests, 0, 'nothing is asked');
});

for (const colorScheme of ['light', 'dark']) {
  story(`the lab on a phone in ${colorScheme} colours, in Spanish: nothing sticks out, and axe finds nothing`, async ({ person }) => {
    const anna = await person('Ana', { ...PHONE, colorScheme, locale: 'es-ES' });
    await anna.opens('/lab');
    const found = {};
    const look = async (where) => {
      const problems = await findings(anna);
      if (problems.length > 0) found[where] = problems;
      assert.equal(await overhang(anna), 0, where);
      assert.deepEqual(await tooSmall(anna, 28), [], where);
    };
    await look('nothing learnt yet');
    await starts(anna, SPANISH);
    await sees(anna, 2);
    await look('learning');
    await stops(anna, SPANISH);
    await anna.page.locator('#square-values .heat').waitFor();
    await look('a run');
    await anna.opens('/lab');
    await anna.page.locator('.group .charts svg').first().waitFor();
    await look('all runs');
    await anna.page.locator('#start summary').tap();
    await look('the form');
    await anna.forgives(/status of 404/);
    await anna.opens('/lab/nada');
    await look('no such run');
    assert.deepEqual(found, {});
  });
}
