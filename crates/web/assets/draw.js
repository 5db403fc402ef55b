// Draws the state of a game's page. What makes sense now is in the view that the server sends; nothing is
// decided here.

import { $, all, drawing, element, say, show } from "./common.js";
import { Board, standing } from "./board.js";
import { Speaker } from "./sound.js";
import { barOf, choices, fill, movable, own, ownMarks, picture, shownPly, status, written } from "./state.js";

const other = { white: "black", black: "white" };

export class Screen {
  // `choose` is called with a choice out of several that differ in the piece they place.
  constructor(choose) {
    this.main = $("main");
    const { columns, rows } = $("#board").dataset;
    this.main.style.setProperty("--columns", columns);
    this.main.style.setProperty("--rows", rows);
    this.board = new Board($("#board"));
    this.main.toggleAttribute("data-small", this.board.columns <= 16);
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
    this.tick(state);
  }

  // What is said, shown in sentences, and heard.
  say(state, before) {
    const { message, texts, announced, connection: { up, waiting, looks } } = state;
    $("#message").classList.toggle("note", message.note);
    say($("#message"), message.text);
    say($("#connection"), up ? (looks ? texts.behind : "") : `${texts.reconnecting}${waiting ? ` ${texts.kept}` : ""}`);
    if (state.said !== before.said) $("#live").textContent = state.said.text;
    if (state.sound !== before.sound && state.sound.name) this.speaker.play(state.sound.name);
    if (!state.scene) return;
    const shout = announced && !state.past;
    $("#status").classList.toggle("announced", Boolean(shout));
    say($("#status"), shout ? `${announced} ${status(state)}` : status(state));
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
    if (state.drawn !== this.drawn) board.shapes(this.drawn = state.drawn);
    if (state.hinted.length === 1) board.focusOn(board.find(state.hinted[0]), false);
    if (!state.card.verbs) {
      const carried = movable(state);
      board.buttons.forEach((button) => button.classList.toggle("movable", carried.has(button.dataset.name)));
    }
    this.followTurn(state);
  }

  // After a move the cursor goes to the side to move, if the keyboard is on the board: to where that side
  // had it, or to the piece nearest to the middle.
  followTurn(state) {
    const { board, cursors, seat } = this;
    const { you } = state;
    // Where cells are opened it begins in the middle.
    if (state.card.verbs && !seat) {
      board.focusOn(Math.floor(board.rows / 2) * board.columns + Math.floor(board.columns / 2), false);
      this.seat = "solo";
    }
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
      const { side, player, to_move: turn, tally, lead } = barOf(state, seat);
      if (bar.dataset.seat !== seat) this.sign($(".turn", bar), seat, state.card);
      bar.dataset.seat = seat;
      bar.toggleAttribute("data-to-move", turn);
      say($(".seat", bar), side);
      say($("[data-player]", bar), player);
      say($("[data-lead]", bar), lead ?? "");
      this.presence($("[data-presence]", bar), seat, state);
      if (tally) this.tally($("[data-tally]", bar), tally, seat, state.card);
    }
  }

  // Whether the other person has the game open. Who only loads the page again is not away.
  presence(where, seat, state) {
    const { here, away_since: since, taken } = state.seats.find((each) => each.seat === seat) ?? {};
    clearTimeout(this.absent);
    const gone = since ? Date.now() - since : Infinity;
    const known = here !== undefined && taken && !state.scene.over;
    where.dataset.here = known ? here : "";
    if (!known) return say(where, "");
    if (!here && gone < 4000) {
      this.absent = setTimeout(() => this.presence(where, seat, state), 4000 - gone);
      return;
    }
    const time = since && new Date(since).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const { texts } = state;
    say(where, here ? texts.here : !since ? texts.notHere : fill(gone > 600000 ? texts.gone : texts.away, time));
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
      if (!button) continue;
      show(button, shown);
      button.disabled = !enabled;
      if (name !== "mayhem" || button.title === label) continue;
      button.title = label;
      say($("span", button), own(state).some((seat) => state.scene.players.some((place) => place.seat === seat && place.player === "human")) ? state.texts.shortHandOver : state.texts.shortTakeOver);
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
    const pause = $("[data-do=pause]");
    show($(".pacing"), view.paced && own(state).length);
    pause.dataset.off ??= pause.textContent;
    pause.setAttribute("aria-pressed", state.paused);
    say(pause, state.paused ? pause.dataset.on : pause.dataset.off);
    show($(".watching"), view.watching);
    show($("[data-do=export]"), view.exportable);
    if (view.analysable) $("#analyse")?.removeAttribute("aria-disabled"); else $("#analyse")?.setAttribute("aria-disabled", "true");
    // From the position that is looked at.
    if ($("#analyse")) $("#analyse").hash = encodeURIComponent(state.past ? state.scene.moves.slice(0, state.past.ply).join(" ") : "");
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
      const text = written(state.card, name);
      if (button) return say(button, text);
      list.append(element("li", {}, element("button", { type: "button", tabindex: -1, "data-ply": at + 1 }, text)));
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

  // The result stands beside the board, which keeps its last position.
  ending(state) {
    const { scene, view, rematch } = state;
    const ending = $("#ending");
    show(ending, scene.over);
    if (!scene.over) return;
    const { headline } = view;
    say($(".headline", ending), headline ? `${headline}.` : scene.status[0]);
    say($(".how", ending), scene.status[0]);
    show($(".how", ending), headline);
    const figures = $("dl", ending);
    const shown = JSON.stringify(scene.figures ?? []);
    if (figures.dataset.shown !== shown) {
      figures.dataset.shown = shown;
      figures.replaceChildren(...(scene.figures ?? []).map(({ label, value }) => element("div", {}, element("dt", {}, label), element("dd", {}, value))));
    }
    const seated = own(state).length > 0;
    const joins = Boolean(rematch) && seated;
    show($("[data-do=join-rematch]", ending), joins);
    show($("[data-do=rematch], [data-do=restart]", ending), seated && !joins);
    show($("a[href*=review], [data-do=review]", ending), scene.moves.length);
  }

  invitation({ invited }) {
    show($("#invitation"), Boolean(invited));
    if (invited) $("#invitation-link").value = `${location.origin}${location.pathname}#${invited}`;
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
