// A game looked at again: the chances over its moves as a graph, what is said of both sides, and the moves that mattered. The
// server streams what it finds; everything here is drawn from the last review that came.

import { $, element, language, say, shape, show } from "./common.js";
import { fill, numbered } from "./state.js";

const height = 96;
const signs = { brilliant: "!!", inaccuracy: "?!", mistake: "?", blunder: "??" };
export const isWrong = (judged) => judged?.judgement in signs && judged.judgement !== "brilliant";
export const signOf = (judged) => signs[judged?.judgement] ?? "";
const percent = (share) => Math.round(100 * share);

// Listens to the review of a game; `heard` is called with `{ done, of, review }`, the last only when it is sent as a whole.
export function listen(path, heard, failed) {
  const stream = new EventSource(`${path}/review?lang=${language}`);
  stream.addEventListener("review", (event) => heard(JSON.parse(event.data)));
  stream.addEventListener("progress", (event) => heard(JSON.parse(event.data)));
  stream.addEventListener("end", () => stream.close());
  stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && failed());
  return stream;
}

// The judgement of a move by its number.
export const judgedAt = (review, ply) => review?.moves.find((judged) => judged.ply === ply);

// What a screen reader hears of a move: its judgement, and how the chances changed.
export function spoken(review, ply, texts) {
  const judged = judgedAt(review, ply);
  if (!judged) return "";
  const remark = review.remarks[review.moves.indexOf(judged)] ?? `${texts.judgements[judged.judgement]}.`;
  return `${remark} ${fill(texts.chances, percent(judged.before), percent(judged.after))}.`;
}

export class Graph {
  // `go` is called with the number of moves after which the position is wanted.
  constructor(root, texts, go) {
    Object.assign(this, { root, texts, go });
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    new ResizeObserver(() => this.draw()).observe(root);
  }

  // `ply` is null beside the game.
  set(review, ply, scene) {
    Object.assign(this, { review, ply, scene });
    this.draw();
  }

  last() {
    return this.review.chances.length - 1;
  }

  key(event) {
    const here = this.ply ?? this.last();
    const wrong = this.review.moves.filter(isWrong).map((judged) => judged.ply);
    const to = {
      ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1, Home: 0, End: this.last(),
      PageUp: wrong.findLast((ply) => ply < here) ?? 0, PageDown: wrong.find((ply) => ply > here) ?? this.last(),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.goTo(Math.min(this.last(), Math.max(0, to)));
  }

  // Keys may come faster than boards: the next one counts from here.
  goTo(ply) {
    this.ply = ply;
    this.go(ply);
  }

  press(event) {
    const { left, width } = this.root.getBoundingClientRect();
    const at = (x) => Math.min(this.last(), Math.max(0, Math.round((x - left) / width * this.last())));
    this.goTo(at(event.clientX));
    this.root.setPointerCapture(event.pointerId);
    this.root.onpointermove = (moved) => { if (at(moved.clientX) !== this.ply) this.goTo(at(moved.clientX)); };
    this.root.onpointerup = () => { this.root.onpointermove = null; };
  }

  draw() {
    const { review, root, texts, ply, scene } = this;
    if (!review || !root.clientWidth) return;
    const width = root.clientWidth;
    const x = (at) => at / Math.max(1, this.last()) * width;
    const y = (chance) => 3 + (1 - chance) * (height - 6);
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" });
    const known = review.chances.map((chance, at) => [x(at), chance]).filter(([, chance]) => chance !== null);
    const middle = y(0.5);
    if (known.length) {
      const line = known.map(([at, chance]) => `${at.toFixed(1)} ${y(chance).toFixed(1)}`);
      const area = `M${known[0][0]} ${middle}L${line.join("L")}L${known.at(-1)[0]} ${middle}Z`;
      for (const [side, top, size] of [["white", 0, middle], ["black", middle, height - middle]]) {
        const clip = shape("clipPath", { id: `clip-${side}` });
        clip.append(shape("rect", { x: 0, y: top, width, height: size }));
        svg.append(clip, shape("path", { d: area, class: `area ${side}`, "clip-path": `url(#clip-${side})` }));
      }
      svg.append(shape("path", { d: `M${line.join("L")}`, class: "chances" }));
    }
    svg.append(shape("path", { d: `M0 ${middle}H${width}`, class: "middle" }));
    if (ply !== null) svg.append(shape("path", { d: `M${x(ply)} 0V${height}`, class: "here" }));
    for (const judged of review.moves.filter((each) => each.judgement in signs)) {
      const chance = review.chances[judged.ply];
      if (chance !== null) svg.append(mark(judged.judgement, x(judged.ply), y(chance)));
    }
    root.replaceChildren(svg);
    root.setAttribute("aria-valuemax", this.last());
    root.setAttribute("aria-valuenow", ply ?? this.last());
    const name = ply && scene ? numbered(scene, ply) : texts.start;
    root.setAttribute("aria-valuetext", `${name} ${ply ? spoken(review, ply, texts) : ""}`.trim());
  }
}

// Shape by severity.
function mark(judgement, x, y) {
  const drawn = {
    inaccuracy: () => shape("circle", { cx: x, cy: y, r: 3.5 }),
    mistake: () => shape("path", { d: `M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z` }),
    blunder: () => shape("path", { d: `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z` }),
    brilliant: () => shape("path", { d: `M${x} ${y - 6}L${x + 2} ${y - 2}L${x + 6} ${y}L${x + 2} ${y + 2}L${x} ${y + 6}L${x - 2} ${y + 2}L${x - 6} ${y}L${x - 2} ${y - 2}Z` }),
  }[judgement]();
  drawn.setAttribute("class", judgement);
  return drawn;
}

// Accuracy as a number with a thin arc.
function arc(accuracy) {
  const svg = shape("svg", { viewBox: "0 0 44 44", class: "arc", "aria-hidden": "true", focusable: "false" });
  const around = 2 * Math.PI * 20;
  svg.append(
    shape("circle", { cx: 22, cy: 22, r: 20, class: "whole" }),
    shape("circle", { cx: 22, cy: 22, r: 20, class: "part", "stroke-dasharray": `${around * accuracy / 100} ${around}`, transform: "rotate(-90 22 22)" }),
  );
  return svg;
}

// What is said of the game beside the board.
export class Summary {
  constructor(root, texts, go) {
    Object.assign(this, { root, texts, go });
  }

  progress({ done, of }) {
    say($("#reviewed", this.root), done < of ? fill(this.texts.reviewing, done, of) : "");
    const bar = $("progress", this.root);
    show(bar, done < of);
    bar.max = of;
    bar.value = done;
  }

  draw(review, sides, scene) {
    const { root, texts } = this;
    const part = (name, counts) => ["brilliant", "inaccuracy", "mistake", "blunder"]
      .map((judgement) => [judgement, counts[texts.order.indexOf(judgement)]])
      .filter(([judgement, count]) => count || judgement !== "brilliant")
      .map(([judgement, count]) => element("li", { class: judgement }, `${count} ${count === 1 ? texts.judgements[judgement].toLowerCase() : texts.several[judgement]}`));
    $(".accuracies", root).replaceChildren(...sides.map(({ side, name }) => {
      const { accuracy, counts, units } = review.sides[side];
      const number = accuracy === null ? "–" : String(Math.round(accuracy));
      const dial = element("span", { class: "dial" }, arc(accuracy ?? 0), element("b", {}, number));
      const label = element("span", { class: "quiet" }, `${name}, ${texts.accuracy.toLowerCase()}`);
      const list = element("ul", {}, ...part(name, counts));
      if (texts.unitsLost) list.append(element("li", {}, fill(texts.unitsLost, Math.round(units))));
      return element("div", { class: "accuracy" }, dial, element("div", {}, label, list));
    }));
    const button = (ply) => {
      const judged = judgedAt(review, ply);
      const made = element("button", { type: "button", "data-ply": ply, class: judged.judgement }, element("b", {}, `${numbered(scene, ply)}${signOf(judged)}`), element("span", { class: "quiet" }, `${percent(judged.before)} → ${percent(judged.after)} %`));
      made.addEventListener("click", () => this.go(ply));
      return element("li", {}, made);
    };
    $(".turns", root).replaceChildren(...review.turning_points.map(button));
    const done = !$("progress", root).max || $("progress", root).hidden;
    say($("#no-turns", root), done && !review.turning_points.length ? texts.noTurningPoints : "");
    say($("#lost-by", root), review.losing_move ? fill(texts.lostTheGame, numbered(scene, review.losing_move)) : "");
    const { opening } = review;
    say($("#left", root), opening?.plies ? fill(texts.leftOpening, opening.name, numbered(scene, opening.plies)) : "");
  }

  // What is said of the move that is shown.
  move(review, ply) {
    const judged = judgedAt(review, ply);
    const wrong = isWrong(judged);
    const told = $("#judgement", this.root);
    told.className = judged?.judgement ?? "";
    const remark = judged && review.remarks[review.moves.indexOf(judged)];
    say(told, judged ? `${remark ?? `${this.texts.judgements[judged.judgement]}.`} ${percent(judged.before)} → ${percent(judged.after)} %` : "");
    const units = judged?.exact && judged.units > 0 && this.texts.unitsLost ? fill(this.texts.unitsLost, judged.units) : "";
    if (units) say(told, `${told.textContent} · ${units}`);
    $("[data-do=retry]", this.root).disabled = !wrong;
  }
}

// The review of a game with a hidden board: the risk of each click.
export function drawRisks(root, review, texts, go) {
  const number = (share) => (share > 0 && share < 0.01 ? (100 * share).toFixed(1) : String(percent(share)));
  const hits = review.clicks.filter((click) => click.hit).length;
  const expected = review.clicks.reduce((sum, click) => sum + click.risk, 0);
  const lines = [review.statistics, review.speed, fill(texts.skill, number(review.skill)), fill(texts.survival, number(review.survival)), fill(texts.luck, expected.toFixed(2), hits)];
  $(".figures-of-game", root).replaceChildren(...lines.filter(Boolean).map((line) => element("li", {}, line)));
  const careless = review.clicks.filter((click) => click.risk - click.least > 0.005);
  say($("#no-turns", root), careless.length ? "" : texts.noRisk);
  $(".turns", root).replaceChildren(...careless.map((click) => {
    const [, cell] = click.move.split(" ");
    const text = click.safer ? fill(texts.safer, cell, number(click.risk), click.safer, number(click.least)) : fill(texts.risk, cell, number(click.risk));
    const button = element("button", { type: "button", "data-ply": click.ply }, element("b", {}, `${click.ply}.`), element("span", {}, text));
    // The board before the click: what was known then.
    button.addEventListener("click", () => go(click.ply - 1, cell, click.safer));
    return element("li", {}, button);
  }));
}
