// The board as a picture to keep: an SVG file that needs nothing besides itself, or a PNG that is drawn from it.

// The length of a square in the units of the picture.
const unit = 100;
// The longer side of a PNG in pixels.
const pixels = 1024;
const family = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const attributes = (values) => Object.entries(values)
  .filter(([, value]) => value !== undefined && value !== null)
  .map(([name, value]) => ` ${name}="${escaped(value)}"`)
  .join("");
const tag = (name, values, content = "") => `<${name}${attributes(values)}>${content}</${name}>`;

// ---- The picture as text: a function of what is to be seen, without a page.

// Words in the middle of a place, or at its edge.
function words({ text, size, colour, weight, x, y, anchor = "middle" }) {
  // The middle of a digit is about a third of its size above the line that it stands on.
  const values = { x, y: y + size * 0.35, "font-size": size, "font-weight": weight, fill: colour, "text-anchor": anchor, "font-family": family };
  return tag("text", values, escaped(text));
}

// What is certain has a shape: a circle where it is safe, a diamond where it is not.
function outline(shape, x, y, colour) {
  const line = { fill: "none", stroke: colour, "stroke-width": 5 };
  if (shape === "circle") return tag("circle", { cx: x + unit / 2, cy: y + unit / 2, r: unit * 0.4, ...line });
  if (shape === "diamond") return tag("path", { d: `M${x + 50} ${y + 6}L${x + 94} ${y + 50}L${x + 50} ${y + 94}L${x + 6} ${y + 50}z`, ...line });
  return "";
}

function square(seen, at, columns) {
  const [x, y] = [(at % columns) * unit, Math.floor(at / columns) * unit];
  const place = { x, y, width: unit, height: unit };
  const parts = [tag("rect", { ...place, fill: seen.colour })];
  if (seen.tint) parts.push(tag("rect", { ...place, fill: seen.tint.colour, "fill-opacity": seen.tint.opacity }));
  if (seen.piece) {
    const { drawing, fill, stroke, colour } = seen.piece;
    const inner = drawing.replaceAll("currentColor", colour);
    parts.push(tag("g", { transform: `translate(${x + 4} ${y + 4}) scale(0.92)`, fill, stroke }, inner));
  }
  const middle = { x: x + unit / 2, y: y + unit / 2 };
  if (seen.digit) parts.push(words({ ...middle, size: 62, weight: 800, ...seen.digit }));
  if (seen.chance) {
    const { ground, colour, text, shape, low } = seen.chance;
    const box = low ? { x, y: y + 62, width: unit, height: 38 } : place;
    if (ground) parts.push(tag("rect", { ...box, fill: ground }));
    if (!low) parts.push(outline(shape, x, y, colour));
    const size = low ? 26 : shape === "diamond" ? 27 : 34;
    parts.push(words({ x: middle.x, y: low ? y + 81 : middle.y, size, weight: 700, text, colour }));
  }
  if (seen.edge) parts.push(tag("rect", { x: x + 1, y: y + 1, width: unit - 2, height: unit - 2, fill: "none", stroke: seen.edge, "stroke-width": 2 }));
  for (const label of seen.labels) {
    const corner = label.last ? { x: x + unit - 5, y: y + unit - 13, anchor: "end" } : { x: x + 5, y: y + 13, anchor: "start" };
    parts.push(words({ ...corner, size: 17, weight: 600, text: label.text, colour: label.colour }));
  }
  return parts.join("");
}

// A line is drawn over a wider one, and both fade together.
function arrow({ opacity, lines }) {
  const line = ({ d, colour, width, opacity: own }) => tag("path", {
    d, fill: "none", stroke: colour, "stroke-width": width, opacity: own, "stroke-linecap": "round", "stroke-linejoin": "round",
  });
  return tag("g", { opacity }, lines.map(line).join(""));
}

// A board as SVG: `{ title, columns, rows, squares, arrows }`, squares row by row as they are seen.
export function svg({ title, columns, rows, squares, arrows = [] }) {
  const [width, height] = [columns * unit, rows * unit];
  const drawn = squares.map((seen, at) => square(seen, at, columns)).join("\n");
  const over = arrows.length ? tag("g", { transform: `scale(${unit})` }, arrows.map(arrow).join("")) : "";
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height }, `\n${tag("title", {}, escaped(title))}\n${drawn}\n${over}`);
}

// ---- What is to be seen on the page.

const canvas = (width, height) => Object.assign(document.createElement("canvas"), { width, height });

// A colour as every program writes it. Browsers have newer ways to write one, and know only the pixel for sure.
function plain(colour) {
  const context = canvas(1, 1).getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return { colour: `#${hex}`, opacity: Math.round((alpha / 255) * 100) / 100 };
}

const remembered = new Map();
function solid(colour) {
  if (colour === "none") return colour;
  if (!remembered.has(colour)) remembered.set(colour, plain(colour));
  return remembered.get(colour).colour;
}

// The drawings of all pieces, with the colours of the theme in place of their names.
async function drawings(root) {
  const { assets, pieces } = document.documentElement.dataset;
  const sprite = await (await fetch(`${assets}${pieces === "plain" ? "plain" : "pieces"}.svg`)).text();
  const symbols = new DOMParser().parseFromString(sprite, "image/svg+xml").querySelectorAll("symbol");
  const probe = root.appendChild(document.createElement("i"));
  const named = (match) => {
    probe.style.color = match;
    return solid(getComputedStyle(probe).color);
  };
  const found = new Map([...symbols].map((symbol) => {
    const drawing = [...symbol.children].map((part) => new XMLSerializer().serializeToString(part)).join("");
    return [symbol.id, drawing.replaceAll(' xmlns="http://www.w3.org/2000/svg"', "").replace(/var\(--[a-z-]+\)/g, named)];
  }));
  probe.remove();
  return found;
}

const colour = /(?:rgba?|color)\([^)]*\)/;
const isEmpty = (found) => !found || plain(found).opacity === 0;

function seenIn(button, symbols) {
  const style = getComputedStyle(button);
  const tint = style.backgroundImage.match(colour)?.[0];
  const edge = style.boxShadow.match(/((?:rgba?|color)\([^)]*\)) 0px 0px 0px (?:1|0\.5)px inset/)?.[1];
  const child = (selector) => {
    const found = button.querySelector(selector);
    return found && { found, style: getComputedStyle(found) };
  };
  const [piece, digit, chance, value] = [".piece", "b", ".chance", ".value"].map(child);
  const drawn = piece && symbols.get(piece.found.querySelector("use").getAttribute("href").split("#")[1]);
  const shown = chance ?? value;
  return {
    colour: solid(style.backgroundColor),
    edge: edge && solid(edge),
    tint: isEmpty(tint) ? null : plain(tint),
    piece: drawn && { drawing: drawn.replace(/var\((--[a-z]+),none\)/g, (_, name) => piece.style.getPropertyValue(name) || "none"), fill: solid(piece.style.fill), stroke: solid(piece.style.stroke), colour: solid(piece.style.color) },
    digit: digit && { text: digit.found.textContent, colour: solid(digit.style.color) },
    chance: shown && {
      text: shown.found.textContent,
      colour: solid(shown.style.color),
      ground: isEmpty(shown.style.backgroundColor) ? null : solid(shown.style.backgroundColor),
      shape: shown.found.matches(".safe") ? "circle" : shown.found.matches(".sure") ? "diamond" : null,
      low: Boolean(piece),
    },
    labels: [...button.querySelectorAll(".rank, .file")].map((label) => ({ text: label.dataset.text, last: label.matches(".file"), colour: solid(style.color) })),
  };
}

async function seen() {
  const root = document.querySelector("#board");
  const symbols = await drawings(root.parentElement);
  const lines = [...root.querySelectorAll(".row")];
  // The keyboard's cursor is no part of the picture: it is drawn by shadows, of which only the edge is taken.
  const squares = lines.flatMap((line) => [...line.querySelectorAll("button")]).map((button) => seenIn(button, symbols));
  const line = (path) => {
    const style = getComputedStyle(path);
    return { d: path.getAttribute("d"), colour: solid(style.stroke), width: parseFloat(style.strokeWidth), opacity: style.opacity };
  };
  const arrows = [...root.parentElement.querySelectorAll(".arrow g")].map((group) => ({ opacity: getComputedStyle(group).opacity, lines: [...group.children].map(line) }));
  return { title: document.querySelector("h1").textContent, columns: lines[0].children.length, rows: lines.length, squares, arrows };
}

async function png({ columns, rows }, blob) {
  const scale = pixels / Math.max(columns, rows);
  const sheet = canvas(Math.round(columns * scale), Math.round(rows * scale));
  const address = URL.createObjectURL(blob);
  const image = Object.assign(new Image(), { src: address });
  await image.decode();
  sheet.getContext("2d").drawImage(image, 0, 0, sheet.width, sheet.height);
  URL.revokeObjectURL(address);
  return new Promise((done) => { sheet.toBlob(done, "image/png"); });
}

// Saves the board that is on the page, as "svg" or "png".
export async function save(kind) {
  const board = await seen();
  const drawn = new Blob([svg(board)], { type: "image/svg+xml" });
  const file = kind === "png" ? await png(board, drawn) : drawn;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${document.querySelector("[data-board]").dataset.board}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
