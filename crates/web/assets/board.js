// The board on the screen: draws pictures into the squares that the server has put there.

import { $, all, drawing, element, shape } from "./common.js";
import { pieceName, spoken } from "./state.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

// What stands on a square, drawn; without a symbol it is a digit.
export function standing(piece, card) {
  const name = pieceName(piece);
  const [symbol] = card.pieces[name];
  return symbol ? drawing(symbol, `piece ${name}`) : element("b", { class: `n${piece.kind}` }, piece.kind);
}

export class Board {
  constructor(root) {
    this.root = root;
    if (!$(".row", root)) this.build(root.dataset);
    this.flipped = root.hasAttribute("data-flipped");
    this.collect();
    this.cursor = this.buttons[0];
  }

  // A board of many cells comes without them: they are made here sooner than they could be sent.
  build({ columns, rows, shade }) {
    const cell = `<div role="gridcell"><button type="button" tabindex="-1" class="${shade}"></button></div>`;
    const row = `<div class="row" role="row">${cell.repeat(columns)}</div>`;
    this.root.innerHTML = row.repeat(rows);
    $("button", this.root).tabIndex = 0;
    // Rows out of sight are neither styled nor laid out, and drawn when they come near.
    this.late = new Set(Array(Number(rows)).keys());
    const rowOf = new Map([...this.root.children].map((each, index) => [each, index]));
    const near = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        target.classList.toggle("near", isIntersecting);
        if (isIntersecting) this.catchUp(rowOf.get(target));
      }
    }, { root: this.root.closest(".place"), rootMargin: "120px" });
    for (const each of this.root.children) near.observe(each);
  }

  // The buttons in the order of the picture. Turning the board turns the order of everything.
  collect() {
    const seen = all("button", this.root);
    this.columns = $(".row", this.root).children.length;
    this.rows = seen.length / this.columns;
    this.seen = seen;
    this.buttons = this.flipped ? [...seen].reverse() : seen;
    this.place = new Map(this.buttons.map((button, index) => [button, index]));
  }

  index(button) {
    return this.place.get(button);
  }

  find(name) {
    return this.picture?.cells.findIndex((cell) => cell.name === name) ?? -1;
  }

  flip(flipped, picture) {
    if (flipped === this.flipped) return;
    const held = document.activeElement;
    this.flipped = flipped;
    for (const row of this.root.children) row.append(...[...row.children].reverse());
    this.root.append(...[...this.root.children].reverse());
    this.root.toggleAttribute("data-flipped", flipped);
    this.collect();
    if (this.place.has(held)) held.focus();
    this.coordinates(picture);
    this.hint = null;
  }

  // Names of columns and rows stand inside the edge, wherever that is now.
  coordinates({ columns, rows }) {
    if (this.root.dataset.coordinates !== "edge") return;
    all(".rank, .file", this.root).forEach((label) => label.remove());
    this.seen.forEach((button, at) => {
      const index = this.index(button);
      const [x, y] = [index % this.columns, Math.floor(index / this.columns)];
      if (at % this.columns === 0) button.prepend(element("span", { class: "rank", "data-text": rows[y] }));
      if (at >= this.columns * (this.rows - 1)) button.prepend(element("span", { class: "file", "data-text": columns[x] }));
    });
  }

  // Draws a picture with the page's own marks. Pieces that have moved slide from where they were.
  draw(state, picture, marks) {
    const before = this.picture;
    this.picture = picture;
    this.state = state;
    // Of a large board few cells change: those that are the same objects as before are passed over.
    const known = before && this.odd === state.odds && this.worths === state.worths ? before.cells : [];
    this.odd = state.odds;
    this.worths = state.worths;
    picture.cells.forEach((cell, index) => {
      const own = marks.get(index);
      if (cell === known[index] && !own && !this.marked?.has(index)) return;
      if (this.late && !this.isNear(index)) this.late.add(Math.floor(index / this.columns));
      else this.square(state, index, own ?? []);
    });
    this.marked = marks;
    const path = (state.past ?? state.scene)?.path;
    if (before && before !== picture && state.slides && !still.matches) this.slide(before, picture, this.find(state.landed), path);
  }

  // Is the row of a cell in sight, or nearly?
  isNear(index) {
    return this.buttons[index].parentElement.parentElement.classList.contains("near");
  }

  // Draws a row that was out of sight when it changed.
  catchUp(row) {
    if (!this.picture || !this.late.delete(row)) return;
    for (let index = row * this.columns; index < (row + 1) * this.columns; index += 1) {
      this.square(this.state, index, this.marked.get(index) ?? []);
    }
  }

  square(state, index, own) {
    const cell = this.picture.cells[index];
    const button = this.buttons[index];
    const marks = [...cell.marks, ...own].join(" ");
    const piece = pieceName(cell.piece);
    const odds = state.odds?.cells?.get(cell.name);
    const worth = state.worths?.[cell.name];
    const drawn = `${cell.shade}|${piece}|${marks}|${odds ?? ""}|${worth ?? ""}`;
    if (button.drawn === drawn) return;
    button.drawn = drawn;
    button.dataset.name ??= cell.name;
    if (button.className.split(" ")[0] !== cell.shade) button.className = cell.shade;
    if ((button.dataset.piece ?? "") !== piece) {
      $(".piece, b", button)?.remove();
      if (cell.piece) button.append(standing(cell.piece, state.card));
      if (piece) button.dataset.piece = piece; else delete button.dataset.piece;
    }
    if (marks) button.dataset.marks = marks; else delete button.dataset.marks;
    this.odds(button, odds);
    $(".worth", button)?.remove();
    if (worth !== undefined) button.append(element("span", { class: "worth" }, worth));
    button.setAttribute("aria-label", spoken(state, this.picture, index, own));
  }

  odds(button, odds) {
    $(".chance", button)?.remove();
    if (odds === undefined) return;
    const percent = odds * 100;
    const text = percent === 0 || percent === 100 ? percent : percent < 1 ? "<1" : percent > 99 ? ">99" : Math.round(percent);
    // What is certain has a shape, too.
    const certain = percent === 0 ? " safe" : percent === 100 ? " sure" : "";
    const label = element("span", { class: `chance${certain}` }, text);
    label.style.setProperty("--chance", percent);
    button.append(label);
  }

  slide(before, after, landed, path) {
    const left = [];
    const come = [];
    before.cells.forEach((was, index) => {
      const is = after.cells[index];
      if (pieceName(was.piece) === pieceName(is.piece)) return;
      if (was.piece?.side && was.piece.kind === is.piece?.kind) return void this.turn(index);
      if (was.piece?.side) left.push({ index, ...was.piece });
      if (is.piece?.side) come.push({ index, ...is.piece });
    });
    if (come.length > 4) return;
    for (const piece of come) {
      const same = (other) => other.side === piece.side && other.index !== piece.index;
      let at = left.findIndex((other) => same(other) && other.kind === piece.kind);
      // A piece that was promoted was another before.
      if (at < 0) at = left.findIndex(same);
      if (at < 0) continue;
      const [{ index }] = left.splice(at, 1);
      // What was carried by hand is there already.
      if (piece.index !== landed) this.glide(piece.index, index, path);
    }
  }

  // When the pieces that move now have arrived.
  get busyUntil() {
    return this.arrives ?? 0;
  }

  // Straight, or over the squares of its path, hop by hop.
  glide(index, from, path = []) {
    const piece = $(".piece", this.buttons[index]);
    if (!piece) return;
    const hops = path.map((name) => this.find(name));
    const way = hops.length > 2 && hops[0] === from && hops.at(-1) === index ? hops : [from, index];
    const end = this.buttons[index].getBoundingClientRect();
    const frames = way.map((at) => {
      const box = this.buttons[at].getBoundingClientRect();
      return { transform: `translate(${box.x - end.x}px, ${box.y - end.y}px)`, easing: "ease-out" };
    });
    const duration = 160 * (way.length - 1);
    const above = { zIndex: 9 };
    this.arrives = performance.now() + duration;
    piece.closest("[role=gridcell]").animate([above, above], duration);
    piece.animate(frames, { duration });
  }

  // A piece that changes sides turns over.
  turn(index) {
    $(".piece", this.buttons[index])?.animate(
      [{ transform: "scaleX(-1)" }, { transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: 200, easing: "ease-in-out" });
  }

  // The choice between moves along the same squares, at the square where they end; none where there is nothing to choose.
  offer({ promotion, card, texts }, choose) {
    $("#promotion")?.remove();
    if (!promotion) return;
    const index = this.find(promotion.name);
    const at = this.seen.indexOf(this.buttons[index]);
    const below = at >= this.columns * (this.rows / 2);
    const group = element("div", { id: "promotion", role: "group", "aria-label": texts.promote });
    // The strongest piece, which a card names last, is nearest to the edge.
    const rank = ({ places }) => Object.keys(card.pieces).indexOf(pieceName(places));
    const sorted = [...promotion.choices].sort((a, b) => (below ? rank(a) - rank(b) : rank(b) - rank(a)));
    const [shade] = Object.keys(card.shades);
    for (const choice of sorted) {
      const label = card.pieces[pieceName(choice.places)][1];
      const button = element("button", { type: "button", class: shade, "data-role": choice.places.kind, "aria-label": label, title: label }, standing(choice.places, card));
      button.addEventListener("click", () => {
        choose(choice);
        this.focusOn(index);
      });
      group.append(button);
    }
    const buttons = all("button", group);
    group.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, KeyW: -1, ArrowDown: 1, KeyS: 1 }[event.code];
      if (event.key === "Escape") this.focusOn(index);
      if (!step) return;
      event.preventDefault();
      buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
    });
    group.style.left = `${(at % this.columns) * 100 / this.columns}%`;
    group.style[below ? "bottom" : "top"] = "0";
    $("#over-board").append(group);
    buttons.at(below ? -1 : 0).focus();
  }

  // The one square that the tab key reaches.
  focusOn(index, really = true) {
    const button = this.buttons[index];
    if (!button) return;
    this.cursor.tabIndex = -1;
    button.tabIndex = 0;
    this.cursor = button;
    if (really) button.focus({ preventScroll: false });
  }

  // The square in a direction as it is seen, or the same at the edge.
  beside(button, [dx, dy]) {
    const at = this.seen.indexOf(button);
    const x = Math.min(this.columns - 1, Math.max(0, at % this.columns + dx));
    const y = Math.min(this.rows - 1, Math.max(0, Math.floor(at / this.columns) + dy));
    return this.index(this.seen[y * this.columns + x]);
  }

  // An arrow along squares, or none. A move of one square is shown as a ring on it.
  point(path) {
    if (path === this.hint) return;
    this.hint = path;
    this.arrows(path.length ? [path] : []);
  }

  // Arrows along squares, the first one the strongest.
  arrows(paths) {
    const drawn = paths.filter((path) => path.length > 1);
    // The first is drawn over the others.
    this.over("arrow", [...drawn].reverse(), (at) => (at === drawn.length - 1 ? "" : "weak"));
  }

  // The moves of a line in their order, each with its number where it ends.
  numbered(paths) {
    this.over("arrow", paths, (at) => (at % 2 ? "weak" : ""), (at) => `${at + 1}`);
  }

  // Arrows, and circles around single squares, that a person has drawn.
  shapes(drawn) {
    this.over("arrow drawn", drawn.map(({ path }) => path), (at) => `drawn-${drawn[at].colour.toLowerCase()}`);
  }

  // The move that would have been better, or none.
  better(path) {
    this.over("arrow better", path.length ? [path] : [], () => "");
  }

  // What is drawn over the board, in a layer of its own.
  over(layer, paths, className, label = () => "") {
    $(`.${layer.replace(" ", ".")}${layer.includes(" ") ? "" : ":not(.drawn, .better)"}`, this.root.parentElement)?.remove();
    if (!paths.length) return;
    const svg = shape("svg", { class: layer, viewBox: `0 0 ${this.columns} ${this.rows}`, "aria-hidden": "true" });
    paths.forEach((path, at) => {
      const group = shape("g", { class: className(at) });
      const line = path.length > 1 ? this.arrow(path) : this.circle(path[0]);
      group.append(shape("path", { d: line, class: "under" }), shape("path", { d: line }));
      svg.append(group);
      if (!label(at)) return;
      const [x, y] = this.middle(path.at(-1));
      const number = shape("text", { x: x + 0.3, y: y - 0.22 });
      number.textContent = label(at);
      svg.append(shape("circle", { cx: x + 0.3, cy: y - 0.3, r: 0.17 }), number);
    });
    this.root.parentElement.append(svg);
  }

  middle(name) {
    const at = this.seen.indexOf(this.buttons[this.find(name)]);
    return [at % this.columns + 0.5, Math.floor(at / this.columns) + 0.5];
  }

  circle(name) {
    const [x, y] = this.middle(name);
    return `M${x - 0.42} ${y}a0.42 0.42 0 1 0 0.84 0a0.42 0.42 0 1 0 -0.84 0`;
  }

  arrow(path) {
    const middles = path.map((name) => this.middle(name));
    const [x, y] = middles.at(-1);
    const [px, py] = middles.at(-2);
    const angle = Math.atan2(y - py, x - px);
    const barb = (turn) => `${x - 0.38 * Math.cos(angle + turn)} ${y - 0.38 * Math.sin(angle + turn)}`;
    return `M${middles.map((point) => point.join(" ")).join("L")}M${barb(0.55)}L${x} ${y}L${barb(-0.55)}`;
  }
}
