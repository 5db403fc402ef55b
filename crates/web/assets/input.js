// How squares are picked: by mouse, by touch, by keyboard. Gestures become messages; what they mean is
// decided by the state.

import { $ } from "./common.js";
import { choices, control, mayPremove, means, secondVerb, targets, verb } from "./state.js";

const arrows = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  KeyW: [0, -1], KeyS: [0, 1], KeyA: [-1, 0], KeyD: [1, 0],
};
// The pointer has to go so far before a press is a drag.
const drag = 5;
const longPress = 420;

const plain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

// The cursor, in every game: arrows and W A S D, by the place of the key and not by its letter.
function steer(board) {
  board.root.addEventListener("keydown", (event) => {
    const direction = arrows[event.code];
    if (!direction || !plain(event) || !board.place.has(event.target)) return;
    event.preventDefault();
    board.focusOn(board.beside(event.target, direction));
  });
  // A key that is meant for the board finds it.
  document.addEventListener("keydown", (event) => {
    if (arrows[event.code] && document.activeElement === document.body && plain(event)) {
      event.preventDefault();
      board.cursor.focus();
    }
  });
  board.root.addEventListener("focusin", (event) => {
    if (board.place.has(event.target)) board.focusOn(board.index(event.target), false);
  });
}

// Listens to a board. `current` is the state, `dispatch` takes messages.
export function listen(board, current, dispatch) {
  steer(board);
  if (current().card.verbs) new Sweeper(board, current, dispatch); else new Picker(board, current, dispatch);
}

// Picks moves: one square after the other, or by dragging a piece.
class Picker {
  constructor(board, current, dispatch) {
    Object.assign(this, { board, current, dispatch });
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.letGo());
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("dragstart", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") dispatch({ type: "drop" });
    });
  }

  click(event) {
    const button = event.target.closest("button");
    if (!this.board.place.has(button)) return;
    // The press has done it already.
    if (this.handled) return void (this.handled = false);
    const { name } = button.dataset;
    // The second click of a double click is no second move.
    if (event.detail > 1 && choices(this.current()).some((choice) => means(choice, name))) return;
    this.dispatch({ type: "press", name });
  }

  down(event) {
    const button = event.target.closest("button");
    this.handled = false;
    if (event.button || !this.board.place.has(button)) return;
    const { name } = button.dataset;
    const state = this.current();
    const waits = mayPremove(state) && !state.hand && !state.places && button.dataset.piece?.startsWith(state.you);
    const begins = waits || choices(state).some((choice) => choice.path[0] === name && choice.path.length > 1);
    if (!begins || state.picked.length > 1 || targets(state).has(name)) return;
    if (state.picked[0] !== name && state.hand !== name) {
      this.dispatch({ type: "press", name, fresh: true });
      this.handled = true;
    }
    const piece = $(".piece", button);
    // Under a finger it could not be seen.
    const lift = event.pointerType === "touch" ? button.offsetHeight * 0.75 : 0;
    if (piece) this.held = { button, piece, lift, id: event.pointerId, x: event.clientX, y: event.clientY };
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
    held.piece.style.transform = `translate(${dx}px, ${dy - held.lift}px)${held.lift ? " scale(1.35)" : ""}`;
  }

  up(event) {
    const { held } = this;
    if (!held?.dragged) return void (this.held = null);
    this.letGo();
    this.handled = true;
    setTimeout(() => { this.handled = false; });
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (!this.board.place.has(under) || under === held.button) return;
    const { name } = under.dataset;
    const state = this.current();
    if (state.hand || (mayPremove(state) && held.button.dataset.name === state.hand)) return this.dispatch({ type: "press", name });
    this.dispatch(targets(state).has(name) ? { type: "press", name, carried: true } : { type: "refuse", name });
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

// With the second button arrows and circles are drawn, and the same again takes them away. With Shift they are red, with Alt
// blue, with Ctrl yellow.
export class Pencil {
  constructor(board, current, dispatch) {
    Object.assign(this, { board, current, dispatch });
    const { root } = board;
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && current().drawn.length) dispatch({ type: "sketch", drawn: [] });
      this.from = event.button === 2 ? this.at(event) : null;
      if (event.button === 2 && (current().premove || current().hand)) dispatch({ type: "drop" });
    });
    root.addEventListener("pointermove", (event) => {
      const path = this.from && this.path(event);
      if (path && path.join() !== this.last) board.shapes(this.toggled(event, path));
      this.last = path?.join();
    });
    document.addEventListener("pointerup", (event) => {
      const path = this.from && event.button === 2 && this.path(event);
      this.from = null;
      if (path) dispatch({ type: "sketch", drawn: this.toggled(event, path) });
    });
  }

  at(event) {
    const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    return this.board.place.has(button) ? button.dataset.name : null;
  }

  path(event) {
    const to = this.at(event);
    return to && (to === this.from ? [to] : [this.from, to]);
  }

  toggled(event, path) {
    const { drawn } = this.current();
    const others = drawn.filter((each) => each.path.join() !== path.join());
    const colour = event.shiftKey ? "R" : event.altKey ? "B" : event.ctrlKey ? "Y" : "G";
    return others.length < drawn.length ? others : [...drawn, { path, colour }];
  }
}

// Does to cells what their verbs say: with both buttons, a long press, or F.
class Sweeper {
  constructor(board, current, dispatch) {
    Object.assign(this, { board, current, dispatch });
    const { root } = board;
    root.addEventListener("click", (event) => {
      if (this.pressed) return void (this.pressed = false);
      const { around } = current().card.verbs;
      const { chords = "click" } = current().options;
      // The second click of a double click has nothing left to do, unless it is what opens around a number.
      const opens = (word) => word !== around || !event.detail || (chords === "click" ? event.detail < 2 : chords === "double" && event.detail === 2);
      this.act(event, (state, index) => [verb(state, index, "first")].find(opens));
    });
    root.addEventListener("auxclick", (event) => {
      if (event.button === 1) this.act(event, (state, index) => verb(state, index, "middle"));
    });
    // The second button pressed while the first is held is no pointerdown, but a move.
    root.addEventListener("pointermove", (event) => {
      if (event.buttons === 3 && event.button > 0) this.act(event, (state, index) => verb(state, index, "middle"));
    });
    root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (event.buttons === 1) return;
      // A long press has marked already.
      if (!this.pressed) this.act(event, (state, index) => secondVerb(state, index, false));
    });
    root.addEventListener("pointerdown", (event) => this.down(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(name, () => clearTimeout(this.timer));
    root.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.clientX - this.x, event.clientY - this.y) > 12) clearTimeout(this.timer);
    });
    root.addEventListener("keydown", (event) => {
      if (event.code === "KeyF" && plain(event)) this.act(event, (state, index) => secondVerb(state, index, false));
    });
  }

  act(event, choose) {
    const index = this.board.index(event.target.closest("button"));
    const state = this.current();
    if (index === undefined || !control(state, "mark")) return;
    const word = choose(state, index);
    if (word) this.dispatch({ type: "verb", word, index });
  }

  down(event) {
    this.pressed = false;
    clearTimeout(this.timer);
    if (event.pointerType === "mouse") return;
    [this.x, this.y] = [event.clientX, event.clientY];
    this.timer = setTimeout(() => {
      this.pressed = true;
      navigator.vibrate?.(15);
      this.act(event, (state, index) => secondVerb(state, index, true));
    }, longPress);
  }
}
