// A game against the time: another one in the same place, the best times, how the cells are opened and how large they are, and the
// game looked at again, click by click. Fetched where cells have verbs.

import { $, all, ask, data, element, memory, say, show, texts } from "./common.js";
import { fill } from "./state.js";

const percent = (share) => (share > 0 && share < 0.01 ? (100 * share).toFixed(1) : String(Math.round(100 * share)));

export class Race {
  constructor(page) {
    Object.assign(this, page);
    this.period = "always";
    this.clicks = [];
    this.options();
    this.zoom();
    $("#best .periods").addEventListener("click", ({ target }) => this.choose(target.dataset.period));
    $("#replay input").addEventListener("input", ({ target }) => this.step(Number(target.value)));
  }

  // ---- Again.

  // The board is there at once, closed, and can be played: what is done before the server has laid another waits for it.
  restart() {
    const { scene } = this.get();
    if (!scene.over && !scene.moves.length && !this.get().pending.length) return;
    const { path } = this.identity();
    const begun = ask(`${path}/rematch`, { abort: true });
    this.dispatch({ type: "again", ...this.fresh() });
    show($("#best"), false);
    show($("#review"), false);
    this.reviewed = false;
    this.hold(begun.then(({ ok, answer }) => {
      if (!ok) throw answer;
      this.goOn(answer);
    }).catch((problem) => this.dispatch({ type: "say", text: problem?.message ?? texts.failed, note: false })));
  }

  // The scene before the first move of a game like this one.
  fresh() {
    const { scene, view, card } = this.get();
    const cells = scene.picture.cells.map(({ name }) => ({ name, shade: card.verbs.closed, piece: null, marks: [] }));
    const marks = scene.picture.cells.filter((cell) => cell.piece?.kind === card.verbs.marked).length;
    this.total ??= String(scene.over ? data.total ?? marks : Number(scene.tallies[0].value) + marks);
    const controls = view.controls.map((each) => ({ ...each, enabled: each.shown }));
    return {
      scene: { ...scene, over: false, code: null, figures: [], moves: [], choices: [], status: [data.task], timer: { elapsed: 0, running: false }, tallies: [{ ...scene.tallies[0], value: this.total }], picture: { ...scene.picture, cells } },
      view: { ...view, mood: "playing", headline: null, result: null, exportable: false, controls },
    };
  }

  // ---- The best times.

  async showTimes() {
    const { id } = this.identity();
    const query = data.daily ? "daily=true" : `level=${encodeURIComponent(data.level)}`;
    const reply = await ask(`/api/best-times?${query}&limit=10&helped=true&since=${this.period}`).catch(() => null);
    if (!reply?.ok) return;
    const times = reply.answer.levels.flatMap((level) => level.times).sort((a, b) => a.time - b.time).slice(0, 10);
    this.list(times);
    show($("#best"), true);
    if (this.period === "always") this.record(times, id);
  }

  list(times) {
    const { race } = texts;
    const entry = ({ time, yours, nickname, helped }) => {
      const who = yours ? texts.you : nickname ?? race.nameless;
      const item = element("li", { class: helped ? "helped" : "" }, element("b", {}, fill(texts.seconds, (time / 1000).toFixed(1))), element("span", {}, ` · ${who}${helped ? ` · ${race.helped}` : ""}`));
      return item;
    };
    $("#best ol").replaceChildren(...times.map(entry));
    show($("#best .quiet"), !times.length);
  }

  // What the own best time was, beside the figures of this game.
  record(times, id) {
    const { race } = texts;
    const own = times.filter(({ yours, helped }) => yours && !helped);
    const [best] = own;
    const text = !best ? "" : best.id === id && own.length > 1 ? race.newBest : `${race.best}: ${fill(texts.seconds, (best.time / 1000).toFixed(1))}`;
    say($("#record"), text);
    show($("#record"), text);
  }

  choose(period) {
    if (!period) return;
    this.period = period;
    for (const button of all("#best [data-period]")) button.setAttribute("aria-pressed", button.dataset.period === period);
    this.showTimes();
  }

  // ---- What a person sets once.

  options() {
    const [questions, chords] = [$("#questions"), $("#chords")];
    questions.checked = memory.get("questions") === "yes";
    chords.value = memory.get("chords") ?? "click";
    const set = () => {
      memory.set("questions", questions.checked ? "yes" : null);
      memory.set("chords", chords.value);
      this.dispatch({ type: "option", name: "questions", value: questions.checked });
      this.dispatch({ type: "option", name: "chords", value: chords.value });
    };
    for (const field of [questions, chords]) field.addEventListener("change", set);
    set();
  }

  // By the slider, and with two fingers on the board.
  zoom() {
    const slider = $("#zoom");
    const set = (value) => {
      const size = Math.min(200, Math.max(60, Math.round(value)));
      slider.value = size;
      // A value that is inherited makes the browser style every cell again.
      if (size !== 100 || $("main").style.getPropertyValue("--zoom")) $("main").style.setProperty("--zoom", size / 100);
      memory.set("zoom", size === 100 ? null : String(size));
    };
    set(Number(memory.get("zoom") ?? 100));
    slider.addEventListener("input", () => set(Number(slider.value)));
    const place = $(".place");
    const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    let pinch = null;
    place.addEventListener("touchstart", ({ touches }) => {
      pinch = touches.length === 2 ? { apart: apart(touches), size: Number(slider.value) } : null;
    }, { passive: true });
    place.addEventListener("touchmove", (event) => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      set(pinch.size * apart(event.touches) / pinch.apart);
    }, { passive: false });
  }

  // ---- Looked at again.

  async review() {
    const root = $("#review");
    show(root, true);
    $("h2", root).focus();
    const { moves } = this.get().scene;
    const slider = $("#replay input");
    slider.max = moves.length;
    slider.value = moves.length;
    if (this.reviewed) return;
    this.reviewed = true;
    const { drawRisks, listen, Summary } = await import("./review.js");
    const summary = new Summary(root, texts.review);
    // The board before a click, and the cell that was safer.
    const go = async (ply, cell, safer) => {
      slider.value = ply;
      await this.look(ply);
      this.dispatch({ type: "pointed", path: [safer ?? cell] });
      this.verdict(ply);
    };
    listen(this.identity().path, (news) => {
      summary.progress(news);
      if (!news.review) return;
      this.clicks = news.review.clicks;
      drawRisks(root, news.review, texts.review, go);
      this.verdict(Number(slider.value));
    }, () => this.dispatch({ type: "say", text: texts.failed, note: false }));
    this.verdict(moves.length);
  }

  async step(ply) {
    await this.look(ply);
    this.verdict(ply);
  }

  // What the solver says of the click that made the board that is shown.
  verdict(ply) {
    const { race } = texts;
    const { moves } = this.get().scene;
    const click = this.clicks.find((each) => each.ply === ply);
    const cell = moves[ply - 1]?.split(" ").at(-1);
    const said = [fill(race.at, ply, moves.length)];
    if (click && click.risk < 0.0005) said.push(fill(race.safe, cell));
    else if (click?.safer) said.push(fill(race.safer, cell, percent(click.risk), click.safer, percent(click.least)));
    else if (click) said.push(fill(race.forced, cell, percent(click.risk)));
    const text = said.join(". ").replace(/\.\.$/, ".");
    say($("#verdict"), text);
    $("#replay input").setAttribute("aria-valuetext", text);
  }
}
