// The page of a game: one state, changed by messages and drawn after each. What a person does becomes a
// message or a request, and what the server sends becomes a message.

import { $, all, ask, copy, data, goTo, memory, reason, show, texts } from "./common.js";
import { Screen } from "./draw.js";
import { Pencil, listen } from "./input.js";
import { begin, choices, control, own, people, playerIn, position, reduce, shownPly } from "./state.js";
import { Wire } from "./wire.js";

const { game } = $("main").dataset;
let { id } = $("main").dataset;
let path = `/api/games/${id}`;
const invitation = `invitation ${id}`;
const still = matchMedia("(prefers-reduced-motion: reduce)");
// No computer answers sooner than it takes to see one's own move.
const ANSWER = 350;

let movedAt = -Infinity;

// Holds the state: the only thing here that changes.
function store(draw) {
  let state = begin({ texts, card: data.card, seats: data.seats, invited: memory.get(invitation) });
  return {
    get: () => state,
    dispatch(message) {
      const before = state;
      state = reduce(before, message);
      draw(state, before);
      if (before.invited && !state.invited) memory.set(invitation, null);
      const made = state.pending.filter((entry) => entry.key > before.sent);
      if (made.length) movedAt = performance.now();
      made.forEach(deliver);
      if (state.why !== before.why) explain(state.why.name);
    },
  };
}

const screen = new Screen((choice) => dispatch({ type: "choose", choice }));
const { get, dispatch } = store((state, before) => screen.draw(state, before));
const wire = new Wire(path, received, (up, waiting, looks) => dispatch({ type: "connection", up, waiting, looks }), Boolean(data.card.verbs));
listen(screen.board, get, dispatch);
if (!data.card.verbs) new Pencil(screen.board, get, dispatch);

const tell = (text, note = false) => dispatch({ type: "say", text, note });
const withoutSeed = (player) => player.replace(/^random:.*/, "random");

// ---- The server.

// What has come waits until the pieces before it have arrived, and a computer's move until one's own was seen.
const waiting = [];

function received(news) {
  waiting.push({ news, at: performance.now() });
  if (waiting.length === 1) next();
}

function next() {
  const { news } = waiting[0];
  const wait = restTime(news.events ?? []);
  if (wait > 0) return void setTimeout(next, wait);
  const { at } = waiting.shift();
  heard(news, at);
  if (waiting.length) next();
}

function restTime(events) {
  const state = get();
  if (still.matches || document.hidden || !state.scene || state.card.verbs) return 0;
  const answered = events.some((event) => event.event === "moved" && event.seat !== state.you && playerIn(state, event.seat) !== "human");
  return Math.max(answered ? movedAt + ANSWER : 0, screen.board.busyUntil) - performance.now();
}

// What two people say to each other, fetched where there are two.
let talk;

async function converse({ phrases }, before) {
  const state = get();
  if (people(state) < 2 || own(state).length !== 1 || !state.seats.every((seat) => seat.taken)) return;
  talk ??= import("./talk.js").then(({ Talk }) => new Talk(id, tell, phrases));
  (await talk).heard(state, before, phrases);
}

function heard(news, at) {
  const before = get().scene;
  dispatch({ type: "heard", news, at });
  if (get().premove && choices(get()).length) setTimeout(() => dispatch({ type: "premoved" }), still.matches ? 0 : 180);
  converse(news, before);
  const { scene, odds } = get();
  if (odds && before?.next !== scene.next) findOdds();
  if (scene.over && !before?.over && data.level) race().then((raced) => raced.showTimes());
}

// What is only needed where cells are opened against the time.
let raced;
const race = () => (raced ??= import("./race.js").then(({ Race }) => new Race({ screen, get, dispatch, look, goOn, hold: (until) => wire.hold(until), identity: () => ({ id, path }) })));

// Another game in the place of this one.
function goOn(begun) {
  id = begun.id;
  path = `/api/games/${id}`;
  $("main").dataset.id = id;
  history.replaceState(null, "", `/games/${id}`);
  for (const link of all("a[href*='/api/games/']")) link.href = `${path}/export`;
  wire.path = path;
  wire.next = begun.scene.next;
  wire.open();
}

async function explain(name) {
  const answer = await request(`${path}/why?square=${encodeURIComponent(name)}`);
  if (answer) dispatch({ type: "explained", name, ...answer });
}

// Sends a move that is drawn already.
async function deliver({ key, move, typed }) {
  const { ok, answer } = await wire.sendMove(move);
  if (ok) return;
  dispatch({ type: "refused", key, problem: answer, text: reason(answer), at: performance.now() });
  // What was typed can be mended, unless the next move is being typed already.
  if (typed && !$("#typed").value) $("#typed").value = typed;
}

async function command(action, once) {
  tell("");
  const { ok, answer } = await wire.send(action, once);
  if (!ok) tell(reason(answer));
  return ok;
}

// Asks for something that is no command; what goes wrong is shown.
async function request(where, body) {
  try {
    const { ok, answer } = await ask(where, body);
    if (ok) return answer;
    tell(reason(answer));
  } catch {
    tell(reason());
  }
  return null;
}

async function findOdds() {
  const answer = await request(`${path}/hints`, { probabilities: true });
  if (answer) dispatch({ type: "foundOdds", next: answer.next, cells: answer.probabilities });
}

// All boards are asked for once; after that every step is at hand.
let asked = null;

async function look(ply) {
  dispatch({ type: "look", ply });
  if (get().wanted === null) return;
  const moves = get().scene.moves.length;
  asked ??= request(`${path}/pictures`).finally(() => { asked = null; });
  const answer = await asked;
  if (get().scene.moves.length === moves && get().wanted !== null) dispatch({ type: "plies", answer });
}

async function beginGame(body) {
  const answer = await request("/api/games", body);
  if (answer) goTo(answer);
}

// ---- What is done.

// Another game with the same players in the same seats.
function beginAgain() {
  const state = get();
  const seats = own(state);
  if (!seats.length) return location.assign("/");
  const mine = seats.filter((seat) => playerIn(state, seat) === "human");
  const players = Object.fromEntries(state.scene.players.map(({ seat, player }) => [seat, withoutSeed(player)]));
  const between = people(state) === 2 && mine.length === 1;
  return beginGame({ ...data.again, players, ...(between && { mine }), ...(!people(state) && { clock: undefined }) });
}

async function rematch() {
  const state = get();
  const answer = await request(`${path}/rematch`, { exchange: state.view.bars.length > 1 && people(state) > 0 });
  if (answer) goTo(answer);
}

async function restart() {
  if (control(get(), "restart")) (await race()).restart();
}

// The own seat goes to a computer, or comes back from it.
function mayhem() {
  const state = get();
  const seats = own(state);
  const person = seats.find((seat) => playerIn(state, seat) === "human");
  if (person) {
    memory.set(`seat ${id}`, person);
    return command({ action: "change-player", seat: person, player: state.view.stand_in });
  }
  const was = memory.get(`seat ${id}`);
  return command({ action: "change-player", seat: seats.includes(was) ? was : seats[0], player: "human" });
}

async function copied(text, { dataset }) {
  await copy(text);
  dispatch({ type: "copied", name: dataset.do });
  setTimeout(() => dispatch({ type: "copied", name: null }), 1500);
}

async function pace(wanted) {
  const answer = await request(`${path}/pace`, wanted);
  if (answer) dispatch({ type: "paced", ...answer });
}

const actions = {
  pause: () => pace({ paused: !get().paused }),
  step: () => pace({ step: true }),
  async hint(button) {
    tell(texts.thinkingHint, true);
    button.setAttribute("aria-busy", "true");
    const answer = await request(`${path}/hints`, {});
    button.removeAttribute("aria-busy");
    if (answer) dispatch({ type: "hint", answer });
  },
  odds() {
    dispatch({ type: "odds", wanted: !get().odds });
    if (get().odds) findOdds();
  },
  review: async () => (await race()).review(),
  flip() {
    dispatch({ type: "flip" });
    memory.set(`flipped ${game}`, get().flipped ? "yes" : null);
  },
  mark: () => dispatch({ type: "mark" }),
  mayhem,
  new: beginAgain,
  rematch,
  restart,
  pass: () => dispatch({ type: "choose", choice: get().scene.choices.find((choice) => !choice.path.length) }),
  resign() {
    dispatch({ type: "ask", asking: true });
    $("[data-do=no]").focus();
  },
  yes() {
    dispatch({ type: "ask", asking: false });
    command({ action: "resign" });
  },
  no() {
    dispatch({ type: "ask", asking: false });
    $("[data-do=resign]").focus();
  },
  first: () => look(0),
  previous: () => look(shownPly(get()) - 1),
  next: () => look(shownPly(get()) + 1),
  last: () => look(Infinity),
  share: (button) => copied(location.origin + location.pathname, button),
  "copy-position": (button) => copied(position(get()) ?? "", button),
  "copy-code": (button) => copied(get().scene.code, button),
  "copy-invitation": (button) => copied($("#invitation-link").value, button),
  "join-rematch": () => location.assign(`/games/${get().rematch}`),
  "accept-draw": () => command({ action: "offer-draw" }, true),
  "allow-takeback": () => command({ action: "take-back" }, true),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || !get().scene) return;
  const name = button.dataset.do;
  if (actions[name]) actions[name](button);
  else if (control(get(), name)) command({ action: name });
});

$("#moves")?.addEventListener("click", (event) => {
  const { ply } = event.target.dataset;
  if (ply) look(Number(ply));
});

// Arrow keys go through the moves from anywhere, except where a person steers the cursor over the board with them.
let steers = false;
document.addEventListener("pointerdown", () => { steers = false; }, true);
document.addEventListener("keydown", (event) => {
  const state = get();
  const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1, Home: -Infinity, End: Infinity }[event.key];
  const onBoard = event.target.closest("#board");
  const isArrow = event.key.startsWith("Arrow");
  if (event.key === "Tab" || (onBoard && ["ArrowUp", "ArrowDown", "Enter", " "].includes(event.key))) steers = true;
  const inList = event.target.closest("#moves") && { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const to = inList || step;
  if (!to || event.ctrlKey || event.metaKey || event.altKey || !state.scene?.moves.length) return;
  if (event.target.closest("input, select, textarea, summary, #promotion")) return;
  const running = state.card.verbs && !state.scene.over;
  if (running || (isArrow && onBoard && (steers || state.card.verbs) && !state.past)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  look(shownPly(state) + to);
}, true);

let turned = 0;
if (!data.card.verbs) $(".place").addEventListener("wheel", (event) => {
  if (!get().scene?.moves.length || event.ctrlKey) return;
  event.preventDefault();
  turned += event.deltaY;
  if (Math.abs(turned) < 30) return;
  look(shownPly(get()) + Math.sign(turned));
  turned = 0;
}, { passive: false });

$("#typing").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("#typed").value.trim();
  if (!text || !get().scene) return;
  $("#typed").value = "";
  dispatch({ type: "typed", text });
});

$("#importing").addEventListener("submit", (event) => {
  event.preventDefault();
  const record = $("#imported").value;
  if (record.trim()) beginGame({ game, record });
});

for (const field of all("[data-exchange]")) {
  $("select", field).addEventListener("change", (event) => {
    command({ action: "change-player", seat: field.dataset.exchange, player: event.target.value });
  });
}

$("[data-pace] select").addEventListener("change", (event) => pace({ pace: Number(event.target.value) }));

document.addEventListener("keydown", (event) => {
  const here = !event.target.closest("input:not([type=range], [type=checkbox]), select, textarea");
  const key = event.key.toLowerCase();
  if (key === "f" && here && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("#board") && data.card.turns) actions.flip();
  if (key === "r" && here && !event.ctrlKey && !event.metaKey && !event.altKey && get().scene) restart();
});

// The first to open the link of an invitation sits down, except the one who made it.
async function sitDown() {
  const [seat, code] = location.hash.slice(1).split(".");
  if (!code) return;
  const clean = () => history.replaceState(null, "", location.pathname);
  if (memory.get(invitation)) return clean();
  // While the server is away the invitation stays in the address.
  const { ok, answer } = await ask(`${path}/claims`, { seat, invitation: code }).catch(() => ({ answer: {} }));
  if (ok) dispatch({ type: "seats", seats: answer.seats }); else tell(reason(answer));
  if (ok || answer.code) clean();
}

// Computers play each other only while a stream is open, and a hidden page needs none. Nor does a game that is
// over: browsers keep only a few connections for all pages together.
document.addEventListener("visibilitychange", () => {
  const state = get();
  if (!state.scene || (people(state) && !state.scene.over)) return;
  if (document.hidden) wire.close(); else wire.open();
});

if (memory.get(`flipped ${game}`)) dispatch({ type: "flip" });
await sitDown();
wire.open();
if (data.card.verbs) race();
