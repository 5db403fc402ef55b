// How squares are picked: by mouse, by touch, by keyboard. What may be picked comes with the scene.

import { $, all, drawing, element, fill, texts } from "./common.js";
import { pieceName } from "./board.js";

const arrows = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  KeyW: [0, -1], KeyS: [0, 1], KeyA: [-1, 0], KeyD: [1, 0],
};
// The pointer has to go so far before a press is a drag.
const drag = 5;
const longPress = 420;

// The cursor, in every game: arrows and W A S D, by the place of the key and not by its letter.
export function steer(board) {
  board.root.addEventListener("keydown", (event) => {
    const direction = arrows[event.code];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey || !board.place.has(event.target)) return;
    event.preventDefault();
    board.focusOn(board.beside(event.target, direction));
  });
  // A key that is meant for the board finds it.
  document.addEventListener("keydown", (event) => {
    if (arrows[event.code] && document.activeElement === document.body && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      board.cursor.focus();
    }
  });
  board.root.addEventListener("focusin", (event) => {
    if (board.place.has(event.target)) board.focusOn(board.index(event.target), false);
  });
}

// Picks the choices of a scene on the board: one square after the other, until one move is meant.
export class Picker {
  // `choose` gets the choice that was made, `speak` what should be read out.
  constructor(board, choose, speak) {
    this.board = board;
    this.choose = choose;
    this.speak = speak;
    this.choices = [];
    this.picked = [];
    steer(board);
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.letGo());
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("dragstart", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.drop();
    });
  }

  offer(choices) {
    this.choices = choices;
    const picked = this.picked;
    this.picked = choices.some((choice) => this.begins(choice, picked)) ? picked : [];
    if (!this.picked.length) this.closePromotion();
    this.mark();
  }

  begins = (choice, picked) => picked.every((name, at) => choice.path[at] === name);

  candidates() {
    return this.choices.filter((choice) => choice.path.length && this.begins(choice, this.picked));
  }

  drop() {
    if (this.picked.length) this.speak(texts.putDown);
    this.picked = [];
    this.closePromotion();
    this.mark();
  }

  // Where the piece may go: its next landing, and its last one where that leaves no doubt.
  targets() {
    const found = new Map();
    if (!this.picked.length) return found;
    const candidates = this.candidates();
    const paths = (name) => new Set(candidates.filter((c) => c.path.at(-1) === name).map((c) => c.path.join())).size;
    for (const choice of candidates) {
      const hop = choice.path[this.picked.length];
      if (hop) found.set(hop, choice);
      const end = choice.path.at(-1);
      if (paths(end) === 1) found.set(end, choice);
    }
    return found;
  }

  mark() {
    const { board } = this;
    const own = new Map();
    const add = (name, mark) => {
      const index = board.find(name);
      own.set(index, [...(own.get(index) ?? []), mark]);
    };
    this.picked.forEach((name) => add(name, "selected"));
    for (const [name, choice] of this.targets()) {
      const taken = board.picture?.cells[board.find(name)]?.piece || choice.move.includes("x");
      add(name, taken ? "capture" : "target");
    }
    const singles = new Set();
    const starts = new Set();
    for (const { path } of this.choices) (path.length === 1 ? singles : starts).add(path[0]);
    if (!this.picked.length) singles.forEach((name) => add(name, "target"));
    for (const name of this.hinted ?? []) add(name, "hint");
    board.mark(own);
    board.buttons.forEach((button) => button.classList.toggle("movable", starts.has(button.dataset.name)));
  }

  starts(name) {
    return this.choices.some((choice) => choice.path[0] === name);
  }

  // A square is picked. True when that led to something.
  press(name, index) {
    const { picked } = this;
    const candidates = this.candidates();
    if (!picked.length) {
      if (!this.starts(name)) return false;
      this.picked = [name];
      return this.settle(candidates.filter((choice) => choice.path[0] === name), index);
    }
    const hops = candidates.filter((choice) => choice.path[picked.length] === name);
    if (hops.length) {
      this.picked = [...picked, name];
      if (this.settle(hops, index)) this.picked.length && this.speak(texts.goesOn);
      return true;
    }
    const ends = candidates.filter((choice) => choice.path.at(-1) === name);
    if (ends.length && new Set(ends.map((choice) => choice.path.join())).size === 1) {
      this.picked = ends[0].path;
      return this.settle(ends, index);
    }
    // Another piece instead; the same piece, or a square it cannot go to, puts it down.
    const other = name !== picked[0] && this.starts(name);
    this.drop();
    return other ? this.press(name, index) : false;
  }

  // Either a whole move is picked, or the piece is in the hand.
  settle(candidates, index) {
    const whole = candidates.filter((choice) => choice.path.length === this.picked.length);
    if (whole.length > 1) {
      this.promote(whole, index);
    } else if (whole.length === 1) {
      this.finish(whole[0]);
    } else {
      if (this.picked.length === 1) this.speak(fill(texts.pickedUp, this.board.buttons[index].getAttribute("aria-label")));
      this.mark();
    }
    return true;
  }

  finish(choice) {
    this.picked = [];
    this.choices = [];
    this.closePromotion();
    this.mark();
    this.choose(choice);
  }

  // What a pawn becomes is chosen at the square where it arrives.
  promote(choices, index) {
    this.mark();
    const { board } = this;
    const at = board.seen.indexOf(board.buttons[index]);
    const below = at >= board.columns * (board.rows / 2);
    const piece = board.picture.cells[board.find(this.picked[0])].piece;
    const group = element("div", { id: "promotion", role: "group", "aria-label": texts.promote });
    const order = ["queen", "rook", "bishop", "knight"];
    const sorted = choices.toSorted((a, b) => order.indexOf(a.promotion) - order.indexOf(b.promotion));
    for (const choice of below ? sorted.reverse() : sorted) {
      const label = texts.pieces[choice.promotion][piece?.side === "black" ? 1 : 0];
      const button = element("button", { type: "button", "data-role": choice.promotion, "aria-label": label, title: label },
        drawing(choice.promotion, `piece ${piece?.side} ${choice.promotion}`));
      button.addEventListener("click", () => {
        this.finish(choice);
        board.focusOn(index);
      });
      group.append(button);
    }
    group.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, KeyW: -1, ArrowDown: 1, KeyS: 1 }[event.code];
      if (event.key === "Escape") board.focusOn(index);
      if (!step) return;
      event.preventDefault();
      const buttons = all("button", group);
      buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
    });
    group.style.left = `${(at % board.columns) * 100 / board.columns}%`;
    group.style[below ? "bottom" : "top"] = "0";
    $("#over-board").append(group);
    $("[data-role=queen]", group).focus();
  }

  closePromotion() {
    $("#promotion")?.remove();
  }

  click(event) {
    const button = event.target.closest("button");
    if (!this.board.place.has(button)) return;
    // The press has done it already.
    if (this.handled) return void (this.handled = false);
    this.press(button.dataset.name, this.board.index(button));
  }

  down(event) {
    const button = event.target.closest("button");
    this.handled = false;
    if (event.button || !this.board.place.has(button)) return;
    const { name } = button.dataset;
    const begins = this.choices.some((choice) => choice.path[0] === name && choice.path.length > 1);
    if (!begins || this.picked.length > 1 || this.targets().has(name)) return;
    if (this.picked[0] !== name) {
      this.picked = [];
      this.press(name, this.board.index(button));
      this.handled = true;
    }
    const piece = $(".piece", button);
    if (piece) this.held = { button, piece, id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.dragged && Math.hypot(dx, dy) < drag) return;
    if (!held.dragged) {
      held.dragged = true;
      held.button.setPointerCapture(held.id);
      held.piece.classList.add("dragging");
      held.button.parentElement.style.zIndex = 20;
    }
    held.piece.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  up(event) {
    const { held } = this;
    if (!held?.dragged) return void (this.held = null);
    this.letGo();
    this.handled = true;
    setTimeout(() => { this.handled = false; });
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (!this.board.place.has(under) || under === held.button) return;
    const index = this.board.index(under);
    // What was carried is where it is put: it need not slide there.
    this.board.landed = index;
    const name = under.dataset.name;
    if (this.targets().has(name)) this.press(name, index); else this.drop();
    this.board.landed = null;
  }

  letGo() {
    const { held } = this;
    this.held = null;
    if (!held?.dragged) return;
    held.piece.classList.remove("dragging");
    held.piece.style.transform = "";
    held.button.parentElement.style.zIndex = "";
  }
}

// Opens, flags and chords in Minesweeper.
export class Sweeper {
  // `order` gets the move as text.
  constructor(board, order) {
    this.board = board;
    this.order = order;
    this.flags = false;
    this.running = false;
    steer(board);
    const { root } = board;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("auxclick", (event) => {
      if (event.button === 1) this.act(event, (cell) => this.isNumber(cell) && "chord");
    });
    root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      // A long press has flagged already.
      if (!this.pressed) this.act(event, (cell) => this.canFlag(cell) && "flag");
    });
    root.addEventListener("pointerdown", (event) => this.down(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(name, () => clearTimeout(this.timer));
    root.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.clientX - this.x, event.clientY - this.y) > 12) clearTimeout(this.timer);
    });
    root.addEventListener("keydown", (event) => {
      if (event.code === "KeyF" && !event.ctrlKey && !event.metaKey) this.act(event, (cell) => this.canFlag(cell) && "flag");
    });
  }

  isNumber = (cell) => cell.piece?.kind === "number";
  canFlag = (cell) => cell.shade === "closed" && (!cell.piece || cell.piece.kind === "flag");

  act(event, choose) {
    const button = event.target.closest("button");
    const index = this.board.index(button);
    if (index === undefined || !this.running) return;
    const cell = this.board.picture.cells[index];
    const verb = choose(cell);
    if (verb) this.order(verb, cell, index);
  }

  click(event) {
    if (this.pressed) return void (this.pressed = false);
    this.act(event, (cell) => {
      // The second click of a double click has nothing left to do.
      if (this.isNumber(cell)) return event.detail < 2 && "chord";
      if (this.flags) return this.canFlag(cell) && "flag";
      return cell.shade === "closed" && pieceName(cell.piece) === "" && "open";
    });
  }

  down(event) {
    this.pressed = false;
    clearTimeout(this.timer);
    if (event.pointerType === "mouse") return;
    [this.x, this.y] = [event.clientX, event.clientY];
    this.timer = setTimeout(() => {
      this.pressed = true;
      navigator.vibrate?.(15);
      this.act(event, (cell) => this.canFlag(cell) && (this.flags ? "open" : "flag"));
    }, longPress);
  }
}
