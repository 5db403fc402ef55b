// Draws the state of a game's page. What makes sense now is in the view that the server sends; nothing is
// decided here.

import { $, all, drawing, element, say, show } from "./common.js";
import { Board, standing } from "./board.js";
import { Speaker } from "./sound.js";
import { barOf, choices, fill, movable, ownMarks, picture, shownPly, status } from "./state.js";

const other = { white: "black", black: "white" };

export class Screen {
  // `choose` is called with a choice out of several that differ in the piece they place.
  constructor(choose) {
    this.main = $("main");
    this.board = new Board($("#board"));
    this.main.style.setProperty("--columns", this.board.columns);
    this.main.style.setProperty("--rows", this.board.rows);
    this.choose = choose;
    this.speaker = new Speaker();
    this.cursors = {};
  }

  // Draws a state; `before` is the one that is on the screen.
  draw(state, before) {
    this.say(state, before);
    if (!state.scene) return;
    this.drawBoard(state);
    this.promotion(state, before);
    this.bars(state);
    this.controls(state);
    if ($("#moves")) this.moves(state);
    if ($("#face")) this.solo(state);
    this.ending(state);
    this.invitation(state);
    this.best(state);
    this.tick(state);
  }

  // What is said, shown in sentences, and heard.
  say(state, before) {
    const { message, texts, connection: { up, waiting } } = state;
    $("#message").classList.toggle("note", message.note);
    say($("#message"), message.text);
    say($("#connection"), up ? "" : `${texts.reconnecting}${waiting ? ` ${texts.kept}` : ""}`);
    if (state.said !== before.said) $("#live").textContent = state.said.text;
    if (state.sound !== before.sound && state.sound.name) this.speaker.play(state.sound.name);
    if (!state.scene) return;
    say($("#status"), status(state));
    say($("#opening"), (state.past ?? state.scene).opening ?? "");
    document.title = document.title.replace(/^(● )?/, state.view.your_turn ? "● " : "");
    this.main.dataset.you = state.you ?? "";
    this.main.toggleAttribute("data-over", state.scene.over);
  }

  drawBoard(state) {
    const { board } = this;
    const shown = picture(state);
    board.flip(state.turned !== state.flipped, shown);
    board.draw(state, shown, ownMarks(state));
    board.point(state.hinted);
    if (state.hinted.length === 1) board.focusOn(board.find(state.hinted[0]), false);
    const carried = movable(state);
    board.buttons.forEach((button) => button.classList.toggle("movable", carried.has(button.dataset.name)));
    this.followTurn(state);
  }

  // After a move the cursor goes to the side to move, if the keyboard is on the board: to where that side
  // had it, or to the piece nearest to the middle.
  followTurn(state) {
    const { board, cursors, seat } = this;
    const { you } = state;
    if (state.card.verbs || !you || you === seat || !choices(state).length) return;
    const held = board.place.has(document.activeElement);
    if (seat) cursors[seat] = board.index(board.cursor);
    if (held || !seat) board.focusOn(cursors[you] ?? this.nearest(state), held);
    this.seat = you;
  }

  nearest(state) {
    const { board } = this;
    const starts = choices(state).filter((choice) => choice.path.length).map((choice) => board.find(choice.path[0]));
    const far = (index) => Math.hypot(index % board.columns - (board.columns - 0.8) / 2, Math.floor(index / board.columns) - (board.rows - 1) / 2);
    return starts.reduce((best, index) => (far(index) < far(best) ? index : best), starts[0]);
  }

  promotion(state, before) {
    if (state.promotion !== before.promotion) this.board.offer(state, this.choose);
  }

  bars(state) {
    if (state.view.bars.length < 2) return;
    const near = state.flipped ? other[state.bottom] : state.bottom;
    for (const [at, seat] of [["bottom", near], ["top", other[near]]]) {
      const bar = $(`[data-bar=${at}]`);
      const { side, player, to_move: turn, tally } = barOf(state, seat);
      if (bar.dataset.seat !== seat) this.sign($(".turn", bar), seat, state.card);
      bar.dataset.seat = seat;
      bar.toggleAttribute("data-to-move", turn);
      say($(".seat", bar), side);
      say($("[data-player]", bar), player);
      if (tally) this.tally($("[data-tally]", bar), tally, seat, state.card);
    }
  }

  // The piece that stands for a side: the only kind that it has.
  sign(where, seat, card) {
    const [kind, another] = Object.keys(card.pieces).filter((name) => name.startsWith(seat)).map((name) => name.split(" ")[1]);
    where.replaceChildren(...(kind && !another ? [standing({ kind, side: seat }, card)] : []));
  }

  // Captured pieces are shown as pieces; everything else as text.
  tally(where, { label, value, pieces = [] }, seat, card) {
    if (where.dataset.value === value + seat) return;
    where.dataset.value = value + seat;
    where.setAttribute("aria-label", `${label}: ${value || 0}`);
    if (card.captures) where.replaceChildren(...pieces.map((piece) => standing(piece, card)));
    else say(where, value);
  }

  controls(state) {
    const { view } = state;
    for (const { name, label, enabled, shown } of view.controls) {
      const button = $(`#controls [data-do=${name}]`);
      show(button, shown);
      button.disabled = !enabled;
      if (name === "mayhem") say(button, label);
    }
    const pressed = (name, yes) => $(`#controls [data-do=${name}]`)?.setAttribute("aria-pressed", yes);
    pressed("mark", state.marking);
    pressed("odds", state.odds !== null);
    show($("#ask"), state.asking);
    for (const bar of view.bars) {
      const field = $(`[data-exchange=${bar.seat}]`);
      show(field, bar.exchange !== null);
      const select = $("select", field);
      if (bar.exchange && select.value !== bar.exchange) select.value = bar.exchange;
    }
    show($("[data-pace]"), view.paced);
    this.pace(state.pace);
    show($(".watching"), view.watching);
    show($("[data-do=export]"), view.exportable);
    show($("#analyse"), view.analysable);
    // From the position that is looked at.
    if ($("#analyse")) $("#analyse").hash = encodeURIComponent(state.past ? state.scene.moves.slice(0, state.past.ply).join(" ") : "");
    if (state.rematch && !$("[data-do=join-rematch]")) {
      $("#controls").prepend(element("button", { type: "button", class: "main", "data-do": "join-rematch" }, state.texts.rematchJoin));
    }
    for (const button of all("[data-do^=copy], [data-do=share]")) {
      button.dataset.label ??= button.textContent;
      say(button, state.copied === button.dataset.do ? state.texts.copied : button.dataset.label);
    }
  }

  pace(milliseconds) {
    const select = $("[data-pace] select");
    if (document.activeElement === select) return;
    const far = (option) => Math.abs(Number(option.value) - milliseconds);
    select.value = [...select.options].reduce((best, option) => (far(option) < far(best) ? option : best)).value;
  }

  moves(state) {
    const list = $("#moves");
    const { moves: names, numbering } = state.scene;
    list.style.setProperty("--before", (numbering?.first ?? 1) - 1);
    const there = list.children;
    while (there.length > names.length) there[there.length - 1].remove();
    names.forEach((name, at) => {
      const button = there[at] && $("button", there[at]);
      if (button) return say(button, name);
      list.append(element("li", {}, element("button", { type: "button", tabindex: -1, "data-ply": at + 1 }, name)));
    });
    const shown = state.past ? state.past.ply : names.length;
    const current = there[shown - 1] && $("button", there[shown - 1]);
    for (const button of all("[aria-current]", list)) if (button !== current) button.removeAttribute("aria-current");
    if (current && !current.hasAttribute("aria-current")) current.setAttribute("aria-current", "true");
    if (current && list.dataset.shown !== String(shown)) {
      list.dataset.shown = shown;
      // Only the list scrolls, never the page.
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
    $("[data-do=first]").disabled = $("[data-do=previous]").disabled = shownPly(state) === 0;
    $("[data-do=next]").disabled = $("[data-do=last]").disabled = !state.past;
  }

  // The bar of a game for one.
  solo({ scene, view }) {
    say($("#counter"), scene.tallies[0]?.value ?? "");
    const face = `face-${view.mood ?? "playing"}`;
    if ($("#face").dataset.face !== face) {
      $("#face").dataset.face = face;
      $("#face").replaceChildren(drawing(face, "glyph"));
    }
    show($("#code"), Boolean(scene.code));
    if ($("#code-text")) $("#code-text").value = scene.code ?? "";
  }

  ending({ scene, closed, past }) {
    const there = $("#ending");
    if (!scene.over || closed || past) return void there?.remove();
    const ending = there ?? $("#ending-template").content.cloneNode(true).firstElementChild;
    say($("p", ending), scene.status[0]);
    show($("[data-do=rematch], [data-do=restart]", ending), scene.controls.includes("rematch"));
    show($("a, [data-do=review]", ending), scene.moves.length);
    if (!there) $("#over-board").append(ending);
  }

  invitation({ invited }) {
    show($("#invitation"), Boolean(invited));
    if (invited) $("#invitation-link").value = `${location.origin}${location.pathname}#${invited}`;
  }

  best({ best, texts }) {
    if (!best || !$("#best").hidden) return;
    $("#best ol").replaceChildren(...best.map(({ time, yours }) => element("li", {}, fill(texts.seconds, (time / 1000).toFixed(1)), yours ? ` · ${texts.you}` : "")));
    show($("#best .quiet"), !best.length);
    show($("#best"), true);
  }

  // Clocks tick while one runs, and not otherwise.
  tick(state) {
    clearTimeout(this.ticking);
    const { scene, view, heardAt } = state;
    const gone = performance.now() - heardAt;
    let wait = 0;
    if (scene.timer && $("#timer")) {
      const elapsed = scene.timer.elapsed + (scene.timer.running ? gone : 0);
      say($("#timer"), String(scene.over ? (elapsed / 1000).toFixed(1) : Math.floor(elapsed / 1000)));
      if (scene.timer.running) wait = 1000 - (elapsed % 1000);
    }
    for (const { seat, clock, runs } of view.bars) {
      const where = $(`[data-seat=${seat}] [data-clock]`);
      if (!where || clock === null) continue;
      const left = Math.max(0, clock - (runs ? gone : 0));
      const low = left < 20000;
      const seconds = Math.ceil(left / 1000);
      say(where, low && runs ? `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, "0")}` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
      where.classList.toggle("low", low);
      if (runs && left > 0) wait = low ? 100 : left % 1000 || 1000;
    }
    if (wait) this.ticking = setTimeout(() => this.tick(state), wait + 5);
  }
}
