// A person at a browser: what they do, with mouse, keys and fingers, and what they see.

import assert from 'node:assert/strict';
import { eventually } from './patience.mjs';

export class Person {
  /** What went wrong on their pages: errors in the console, scripts that broke, requests to other hosts. */
  complaints = [];
  #forgiven = [];

  constructor(name, page, server) {
    this.name = name;
    this.page = page;
    this.server = server;
    const complain = (what) => {
      if (!this.#forgiven.some((pattern) => pattern.test(what))) this.complaints.push(what);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => complain(`script: ${error.stack ?? error}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOwn = origin === server.origin || protocol === 'data:' || protocol === 'blob:';
      if (!isOwn) complain(`asked of somebody else: ${request.url()}`);
    });
  }

  /** From now on, errors like this are part of the story: browsers log every answer that refuses. */
  forgives(pattern) {
    this.#forgiven.push(pattern);
  }

  hasNothingToComplainOf() {
    assert.deepEqual(this.complaints, [], `${this.name} has something to complain of`);
  }

  // Coming and going.

  async opens(address) {
    await this.page.goto(new URL(address, this.server.origin).href);
  }

  /** Asks the server for a game and opens its page. What is asked is what docs/api.md describes. */
  async sitsDownAt(asked) {
    const answer = await this.page.request.post(`${this.server.origin}/api/games`, { data: asked });
    assert.equal(answer.status(), 201, await answer.text());
    const { id, invitations } = await answer.json();
    await this.opens(`/games/${id}`);
    await this.isThere();
    return { id, invitations };
  }

  /** Begins a game from the first page: `way` is the button, `choices` the fields that are set before. */
  async begins(game, way, choices = {}) {
    await this.opens('/');
    const card = this.page.locator(`form[data-game=${game}]`);
    if (Object.keys(choices).length > 0) await card.locator('summary').click();
    for (const [name, value] of Object.entries(choices)) {
      const field = card.locator(`[name="${name}"]`);
      const [isList, isCard] = await field.first().evaluate((element) => [element.matches('select'), element.matches('[type=radio]')]);
      if (isCard) await card.locator(`[name="${name}"][value="${value}"]`).check();
      else if (value === true) await field.check();
      else await (isList ? field.selectOption(value) : field.fill(value));
    }
    await card.locator(`button[value=${way}]`).click();
    await this.page.waitForURL('**/games/*');
    await this.isThere();
  }

  /** Waits until the script of a game's page has drawn its first scene: before that, presses do not count. */
  async isThere() {
    await this.page.waitForFunction(() => document.querySelector('#board button').drawn);
  }

  get id() {
    return /\/games\/([^/?#]+)/.exec(this.page.url())?.[1];
  }

  /** The game as the server knows it. */
  async game() {
    const answer = await this.page.request.get(`${this.server.origin}/api/games/${this.id}`);
    return answer.json();
  }

  // Acting.

  square(name) {
    return this.page.locator(`#board button[data-name="${name}"]`);
  }

  async clicks(...squares) {
    for (const name of squares) await this.square(name).click();
  }

  async rightClicks(...squares) {
    for (const name of squares) await this.square(name).click({ button: 'right' });
  }

  /** Clicks where a piece stands and where it shall go. */
  async plays(...squares) {
    await this.clicks(...squares);
  }

  async drags(from, to) {
    const [start, end] = [await this.#middleOf(from), await this.#middleOf(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async presses(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async types(move) {
    const field = this.page.locator('#typed');
    if (!(await field.isVisible())) await this.unfolds();
    await field.fill(move);
    await field.press('Enter');
  }

  /** Uses a control; one that is folded away is unfolded first. */
  async does(name) {
    const control = this.control(name);
    await control.waitFor({ state: 'attached' });
    if (await control.evaluate((element) => element.closest('details:not([open])') !== null)) await this.unfolds();
    await control.click();
  }

  async unfolds() {
    await this.page.locator('main details.fold:not(#talk *) > summary').click();
  }

  control(name) {
    return this.page.locator(`[data-do="${name}"]:visible, details:not([open]) [data-do="${name}"]:not([hidden])`).first();
  }

  /** Puts a finger on a square and leaves it there until something has come of it. */
  async holds(square, until) {
    const { x, y } = await this.#middleOf(square);
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await until();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  async #middleOf(square) {
    await this.square(square).scrollIntoViewIfNeeded();
    const box = await this.square(square).boundingBox();
    assert(box, `${square} is not to be seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  // With the keyboard alone.

  /** Presses Tab until the board has the focus. */
  async tabsToTheBoard() {
    const isThere = () => this.page.evaluate(() => document.activeElement?.closest('#board') !== null);
    for (let presses = 0; presses < 60; presses += 1) {
      await this.presses('Tab');
      if (await isThere()) return;
    }
    assert.fail('the board cannot be reached with Tab');
  }

  /** Moves the cursor to a square, by `arrows` or by the `letters` WASD. */
  async goesTo(square, how) {
    const keys = how === 'arrows'
      ? { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' }
      : { left: 'a', right: 'd', up: 'w', down: 's' };
    const places = await this.page.locator('#board button').evaluateAll((all) => all.map((button) => button.dataset.name));
    const columns = await this.page.locator('#board [role=row]').first().getByRole('gridcell').count();
    const place = (name) => {
      const index = places.indexOf(name);
      return [index % columns, Math.floor(index / columns)];
    };
    const [[fromX, fromY], [toX, toY]] = [place(await this.cursor()), place(square)];
    await this.presses(...Array(Math.abs(toX - fromX)).fill(toX < fromX ? keys.left : keys.right));
    await this.presses(...Array(Math.abs(toY - fromY)).fill(toY < fromY ? keys.up : keys.down));
    assert.equal(await this.cursor(), square, `the cursor of ${this.name}`);
  }

  /** Picks a piece up and puts it down somewhere else. */
  async carries(from, to, how) {
    await this.goesTo(from, how);
    await this.presses('Enter');
    await this.seesMarks('selected', [from]);
    await this.goesTo(to, how);
    await this.presses('Enter');
  }

  // Seeing.

  async pieceAt(square) {
    return (await this.square(square).getAttribute('data-piece')) ?? '';
  }

  /** Waits until the pieces stand there: `{ e4: 'white pawn', e2: null }`. */
  async sees(pieces) {
    await eventually(async () => {
      const seen = {};
      for (const name of Object.keys(pieces)) seen[name] = await this.square(name).getAttribute('data-piece');
      assert.deepEqual(seen, pieces, `what ${this.name} sees`);
    });
  }

  /** The squares with a mark, in the order of the board. */
  async marked(mark) {
    const squares = this.page.locator(`#board button[data-marks~="${mark}"]`);
    return squares.evaluateAll((buttons) => buttons.map((button) => button.dataset.name).sort());
  }

  async seesMarks(mark, squares) {
    await eventually(async () => {
      assert.deepEqual(await this.marked(mark), [...squares].sort(), `${mark}, as ${this.name} sees it`);
    });
  }

  /** Waits until an element says this; text has to be all of it, a pattern may be a part. */
  async reads(selector, expected) {
    await eventually(async () => {
      const text = (await this.page.locator(selector).innerText()).trim();
      if (expected instanceof RegExp) assert.match(text, expected, `${selector}, as ${this.name} reads it`);
      else assert.equal(text, expected, `${selector}, as ${this.name} reads it`);
    });
  }

  /** Waits until the status line says this. */
  async isTold(expected) {
    await this.reads('#status', expected);
  }

  /** Waits until a screen reader has been given this. */
  async hears(pattern) {
    await eventually(async () => assert.match(await this.page.locator('#live').textContent(), pattern));
  }

  /** The moves in the list. */
  async moves() {
    return this.page.locator('#moves button[data-ply]').allInnerTexts();
  }

  async seesMoves(...moves) {
    await eventually(async () => assert.deepEqual(await this.moves(), moves, `the moves that ${this.name} sees`));
  }

  async seesControl(name, isThere = true) {
    await this.page.locator(`[data-do="${name}"]`).first().waitFor({ state: isThere ? 'visible' : 'hidden' });
  }

  /** The square that the keyboard is on. */
  async cursor() {
    return this.page.evaluate(() => document.activeElement?.dataset?.name ?? null);
  }
}
