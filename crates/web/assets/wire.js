// The line to the server: scenes come down, commands go up.
//
// A command carries the number of the event that it expects to be next, so it can be sent again when the
// line breaks and is still carried out at most once. Commands wait their turn: the second is sent
// when the first has been answered.

import { ask, language } from "./common.js";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Wire {
  // `update` gets what the stream brings; `connected` whether the line stands, and whether a command waits.
  constructor(path, update, connected) {
    this.path = path;
    this.update = update;
    this.connected = connected;
    this.next = 0;
    this.line = Promise.resolve();
    this.waiting = 0;
    this.up = false;
  }

  open() {
    this.close();
    const stream = new EventSource(`${this.path}/stream?lang=${language}`);
    this.stream = stream;
    const heard = (event) => {
      const update = JSON.parse(event.data);
      this.next = Math.max(this.next, update.scene.next);
      this.seat = update.you ?? undefined;
      this.update(update);
    };
    stream.addEventListener("update", heard);
    stream.addEventListener("resync", heard);
    stream.addEventListener("open", () => this.tell(true));
    stream.addEventListener("error", () => {
      this.tell(false);
      // Browsers come back by themselves, except when they were turned away.
      if (stream.readyState === EventSource.CLOSED) this.later = setTimeout(() => this.open(), 1500);
    });
  }

  close() {
    clearTimeout(this.later);
    this.stream?.close();
  }

  tell(up) {
    this.up = up;
    this.connected(up, this.waiting > 0);
  }

  // Sends a command when its turn comes. The answer is `{ ok, answer }`. What is meant `once` makes no
  // sense any more when the game has gone on.
  send(action, once = false) {
    const sent = this.line.then(() => this.deliver(action, once));
    this.line = sent.catch(() => {});
    return sent;
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
          reply = await ask(`${this.path}/commands?scene=false`, { expected, ...(again && { from }), ...action });
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
          if (!this.up) this.tell(this.stream?.readyState === EventSource.OPEN);
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
