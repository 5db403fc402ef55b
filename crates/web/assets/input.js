// How squares are picked: by mouse, by touch, by keyboard. Gestures become messages; what they mean is
// decided by the state.

import { $ } from "./common.js";
import { choices, control, means, secondVerb, targets, verb } from "./state.js";

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
    const begins = choices(state).some((choice) => choice.path[0] === name && choice.path.length > 1);
    if (!begins || state.picked.length > 1 || targets(state).has(name)) return;
    if (state.picked[0] !== name) {
      this.dispatch({ type: "press", name, fresh: true });
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
    const { name } = under.dataset;
    this.dispatch(targets(this.current()).has(name) ? { type: "press", name, carried: true } : { type: "refuse", name });
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

// Does to cells what their verbs say: with both buttons, a long press, or F.
class Sweeper {
  constructor(board, current, dispatch) {
    Object.assign(this, { board, current, dispatch });
    const { root } = board;
    root.addEventListener("click", (event) => {
      if (this.pressed) return void (this.pressed = false);
      const { around } = current().card.verbs;
      // The second click of a double click has nothing left to do.
      this.act(event, (state, index) => [verb(state, index, "first")].find((word) => word !== around || event.detail < 2));
    });
    root.addEventListener("auxclick", (event) => {
      if (event.button === 1) this.act(event, (state, index) => verb(state, index, "middle"));
    });
    root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
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
