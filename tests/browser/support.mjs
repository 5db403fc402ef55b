// What every story needs: a server, a browser, people, and what must be true of all of them.
//
// A story is a test with a server of its own and as many people as it asks for, each in a browser context of
// their own: different cookies, as if on different machines. At its end no page has logged an error and nothing
// was asked of any other host. When a story fails, pictures of all pages are in target/browser.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { chromiumPath } from './chromium.mjs';
import { PATIENCE } from './patience.mjs';
import { Person } from './person.mjs';
import { Server, target } from './server.mjs';

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  // What the pages might ask of others is noticed, and does not get there either.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
/** How people's browsers are set, unless a story says otherwise. */
const USUAL = { locale: 'en-GB', viewport: { width: 1280, height: 800 } };
/** A story that hangs ends. One that merely has a slow machine does not. */
const STORY_TIMEOUT = 5 * PATIENCE;

/** What browsers log while there is no server. */
export const NO_SERVER = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/;

let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
});

after(async () => {
  await browser?.close();
});

/** A test: `tell` gets the server and `person(name, options)`, which opens a browser context. */
export function story(name, tell) {
  test(name, { timeout: STORY_TIMEOUT }, async () => {
    const server = await Server.start();
    const people = [];
    const person = async (called, options = {}) => {
      const context = await browser.newContext({ ...USUAL, ...options });
      context.setDefaultTimeout(PATIENCE);
      const somebody = new Person(called, await context.newPage(), server);
      people.push(somebody);
      return somebody;
    };
    try {
      await tell({ server, person });
      for (const somebody of people) somebody.hasNothingToComplainOf();
      assert.equal(server.said, '', 'the server warned of something');
    } catch (error) {
      await picture(name, people);
      throw error;
    } finally {
      await Promise.all(people.map((somebody) => somebody.page.context().close()));
      await server.end();
    }
  });
}

/** Saves what everybody sees, and says where. */
async function picture(name, people) {
  const folder = join(target, 'browser');
  await mkdir(folder, { recursive: true });
  for (const { name: called, page, complaints } of people) {
    const path = join(folder, `${name} ${called}.png`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'));
    const saved = await page.screenshot({ path, timeout: 5_000 }).then(() => path, (error) => error.message);
    console.error(`${called} was at ${page.url()} and saw: ${saved}`);
    if (complaints.length > 0) console.error(complaints.join('\n'));
  }
}
