// The line to the server: scenes come down, commands go up.
//
// A command carries the number of the event that it expects to be next, so it can be sent again when the
// line breaks and is still carried out at most once. Commands wait their turn: the second is sent
// when the first has been answered. Moves that are made faster than that go together.
//
// A browser keeps six connections for all tabs together, and a stream takes one for good. So tabs share a few streams by
// locks: a tab without one asks now and then, and the tab that a person turns to gets one from a tab in the background.

import { ask, language } from "./common.js";

const STREAMS = 3;
const LOOKS_EVERY = 2000;
const LOOKS_HIDDEN_EVERY = 15000;
// A command that is not answered by then is sent again.
const PATIENCE = 6000;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Who comes, goes, sits down or says something is no event.
const beside = ({ seats, phrases }) => JSON.stringify([seats, phrases]);

// Resolves to a function that gives the lock back, or to null where another tab has it.
const tryLock = (name) => new Promise((got) => {
  navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (!lock) return void got(null);
    return new Promise((release) => got(release));
  }).catch(() => got(null));
});

async function takeStream() {
  // Without locks, which insecure pages do not have, each tab has a stream of its own.
  if (!navigator.locks) return () => {};
  for (let number = 1; number <= STREAMS; number += 1) {
    const release = await tryLock(`stream ${number}`);
    if (release) return release;
  }
  return null;
}

export class Wire {
  // `update` gets what the stream brings; `connected` whether the line stands, whether a command waits, and whether the tab only looks
  // now and then. `together`: may moves be sent together?
  constructor(path, update, connected, together = false) {
    Object.assign(this, { path, update, connected, together });
    this.next = 0;
    this.line = Promise.resolve();
    this.queue = [];
    this.waiting = 0;
    this.up = false;
    this.opened = 0;
    this.tabs = new BroadcastChannel("streams");
    this.tabs.addEventListener("message", ({ data }) => this.asked(data));
    addEventListener("focus", () => { if (this.looks) this.open(); });
  }

  async open() {
    this.close();
    const turn = this.opened;
    const release = await takeStream();
    if (turn !== this.opened) return void release?.();
    if (release) return this.listen(release);
    if (document.hasFocus()) this.tabs.postMessage("wanted");
    this.lookLater(turn, document.hasFocus() ? 300 : LOOKS_EVERY);
  }

  listen(release) {
    this.release = release;
    const stream = new EventSource(`${this.path}/stream?changes=true&lang=${language}`);
    this.stream = stream;
    const heard = (event) => this.heard(JSON.parse(event.data));
    stream.addEventListener("update", heard);
    stream.addEventListener("resync", heard);
    stream.addEventListener("open", () => this.tell(true));
    stream.addEventListener("error", () => {
      this.tell(false);
      // Browsers come back by themselves, except when they were turned away.
      if (stream.readyState === EventSource.CLOSED) this.later = setTimeout(() => this.open(), 1500);
    });
  }

  heard(update) {
    this.next = Math.max(this.next, update.scene.next);
    this.seat = update.you ?? undefined;
    this.beside = beside(update);
    this.update(update);
  }

  // Another tab, which a person looks at, has no stream. Of the tabs in the background one gives its own away.
  async asked(wish) {
    if (wish === "given") this.given = true;
    if (wish !== "wanted" || !this.stream || document.hasFocus()) return;
    this.given = false;
    await pause(Math.random() * 150);
    if (this.given || !this.stream || document.hasFocus()) return;
    this.tabs.postMessage("given");
    this.close();
    this.lookLater(this.opened, LOOKS_EVERY);
  }

  // Without a stream: looks now and then, and tries to get one.
  lookLater(turn, wait) {
    this.looks = true;
    this.later = setTimeout(async () => {
      const release = await takeStream();
      if (turn !== this.opened) return void release?.();
      if (release) {
        this.looks = false;
        return this.listen(release);
      }
      try {
        const { ok, answer } = await ask(this.path, undefined, PATIENCE);
        if (turn !== this.opened) return;
        if (ok && (answer.scene.next !== this.next || beside(answer) !== this.beside)) this.heard(answer);
        this.tell(true);
      } catch {
        this.tell(false);
      }
      if (turn === this.opened) this.lookLater(turn, document.hidden ? LOOKS_HIDDEN_EVERY : LOOKS_EVERY);
    }, wait);
  }

  close() {
    this.opened += 1;
    this.looks = false;
    clearTimeout(this.later);
    this.stream?.close();
    this.stream = null;
    this.release?.();
    this.release = null;
  }

  tell(up) {
    this.up = up;
    this.connected(up, this.waiting > 0, Boolean(this.looks));
  }

  // Commands wait for this: the game that they are meant for is about to begin.
  hold(until) {
    this.close();
    this.queue = [];
    this.line = Promise.resolve(until).catch(() => {});
  }

  // Sends a command when its turn comes. The answer is `{ ok, answer }`. What is meant `once` makes no
  // sense any more when the game has gone on.
  send(action, once = false) {
    const sent = this.line.then(() => this.deliver(action, once));
    this.line = sent.catch(() => {});
    return sent;
  }

  // Sends a move, with those that wait together with it.
  sendMove(move) {
    if (!this.together) return this.send({ action: "move", move });
    return new Promise((answered) => {
      this.queue.push({ move, answered });
      if (this.queue.length === 1) this.line = this.line.then(() => this.sendAll()).catch(() => {});
    });
  }

  async sendAll() {
    const sent = this.queue;
    this.queue = [];
    const [first, ...then] = sent.map(({ move }) => move);
    const reply = await this.deliver({ action: "move", move: first, ...(then.length && { then }) }, false);
    const refused = new Map((reply.answer.refused ?? []).map((each) => [each.at, each]));
    sent.forEach(({ answered }, at) => answered(refused.has(at) ? { ok: false, answer: refused.get(at) } : reply));
  }

  async deliver(action, once) {
    let expected = this.next;
    // A player of both sides repeats a command for the side it was meant for, though the other may be to move by now.
    const from = this.seat;
    this.waiting += 1;
    try {
      for (let tries = 0; ; tries += 1) {
        let reply;
        try {
          const again = tries > 0 && action.action !== "change-player";
          reply = await ask(`${this.path}/commands?scene=false`, { expected, ...(again && { from }), ...action }, PATIENCE);
          // A proxy answers for a server that is away.
          if (reply.status >= 500 && !reply.answer.code) throw new Error("no answer");
        } catch {
          this.tell(false);
          await pause(Math.min(3000, 300 * (tries + 1)));
          continue;
        }
        const { ok, status, answer, wait } = reply;
        if (ok) {
          this.next = Math.max(this.next, answer.next);
          if (!this.up) this.tell(this.looks || this.stream?.readyState === EventSource.OPEN);
          return reply;
        }
        if ((status === 429 || status === 503) && tries < 5) {
          await pause(1000 * (wait || 1));
        } else if (answer.code === "stale" && !once && action.action !== "move" && tries < 3) {
          // What is neither a move nor an answer means the same after the game has gone on.
          expected = answer.scene?.next ?? this.next;
          this.next = Math.max(this.next, expected);
        } else {
          return reply;
        }
      }
    } finally {
      this.waiting -= 1;
    }
  }
}
