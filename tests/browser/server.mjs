// The real program, run as a person would run it: `tablero serve` with a store and a data directory of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The root of the project. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
/** Where cargo puts what it builds. */
export const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
/** The program; another build can be named. */
export const program = process.env.TABLERO ?? join(target, 'debug', 'tablero');

/** A port below those that the system gives to connections: nobody else gets it while the server is down, and a page that asks for it in vain never reaches itself. */
const anyPort = () => 10_000 + Math.floor(Math.random() * 20_000);

const LISTENS = /^tablero listens on (http:\/\/127\.0\.0\.1:\d+)$/;

export class Server {
  /** The address of the first page, without a slash at the end. */
  origin;
  #port = 0;
  #folder;
  #process;
  #said = '';

  /** Starts the program on a free port, with an empty store. */
  static async start() {
    const missing = `there is no ${program}: run 'cargo build' first`;
    await access(program).catch(() => { throw new Error(missing); });
    const server = new Server();
    server.#folder = await mkdtemp(join(tmpdir(), 'tablero-browser-'));
    for (;;) {
      server.#port = anyPort();
      try {
        await server.restart();
        return server;
      } catch (error) {
        if (!/in use/i.test(server.#said)) throw error;
        server.#said = '';
      }
    }
  }

  /** Starts it again after it was killed: the same port, the same store. */
  async restart() {
    const store = join(this.#folder, 'games.db');
    this.#process = spawn(program, ['serve', '--listen', `127.0.0.1:${this.#port}`, '--store', store], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.#folder, XDG_DATA_HOME: this.#folder, RUST_LOG: 'warn' },
    });
    this.#process.stderr.on('data', (bytes) => { this.#said += bytes; });
    for await (const line of createInterface(this.#process.stdout)) {
      const [, origin] = LISTENS.exec(line) ?? [];
      if (origin) {
        this.origin = origin;
        return;
      }
    }
    throw new Error(`the server ended before it listened:\n${this.#said}`);
  }

  /** Ends the program from one moment to the next, as a power cut would. */
  async kill() {
    const running = this.#process;
    if (running.exitCode === null && running.signalCode === null) {
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    }
  }

  /** Kills the program and throws its store away. */
  async end() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What it said on standard error: warnings and worse. */
  get said() {
    return this.#said;
  }
}
