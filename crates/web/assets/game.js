// The page of a game: one state, changed by messages and drawn after each. What a person does becomes a
// message or a request, and what the server sends becomes a message.

import { $, all, ask, copy, data, goTo, memory, reason, show, texts } from "./common.js";
import { Screen } from "./draw.js";
import { listen } from "./input.js";
import { begin, control, own, people, playerIn, position, reduce, shownPly } from "./state.js";
import { Wire } from "./wire.js";

const { id, game } = $("main").dataset;
const path = `/api/games/${id}`;
const invitation = `invitation ${id}`;

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
      state.pending.filter((entry) => entry.key > before.sent).forEach(deliver);
    },
  };
}

const screen = new Screen((choice) => dispatch({ type: "choose", choice }));
const { get, dispatch } = store((state, before) => screen.draw(state, before));
const wire = new Wire(path, heard, (up, waiting) => dispatch({ type: "connection", up, waiting }));
listen(screen.board, get, dispatch);

const tell = (text, note = false) => dispatch({ type: "say", text, note });
const withoutSeed = (player) => player.replace(/^random:.*/, "random");

// ---- The server.

function heard(news) {
  const before = get().scene;
  dispatch({ type: "heard", news, at: performance.now() });
  const { scene, odds, best } = get();
  if (odds && before?.next !== scene.next) findOdds();
  if (scene.over && !best && data.level) bestTimes();
}

// Sends a move that is drawn already.
async function deliver({ key, move, typed }) {
  const { ok, answer } = await wire.send({ action: "move", move });
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

async function bestTimes() {
  const reply = await ask(`/api/best-times?level=${encodeURIComponent(data.level)}&limit=5`).catch(() => null);
  if (!reply?.ok) return;
  const times = reply.answer.levels.flatMap((level) => level.times).sort((a, b) => a.time - b.time).slice(0, 5);
  dispatch({ type: "best", times });
}

async function look(ply) {
  dispatch({ type: "look", ply });
  const { wanted } = get();
  if (wanted === null) return;
  const answer = await request(`${path}/picture?moves=${wanted}`);
  dispatch({ type: "looked", ply: wanted, ...answer });
}

async function beginGame(body) {
  const answer = await request("/api/games", body);
  if (answer) goTo(answer);
}

// ---- A game with a hidden board looked at again.

let reviewed = false;

async function review() {
  const root = $("#review");
  dispatch({ type: "close" });
  show(root, true);
  $("h2", root).focus();
  if (reviewed) return;
  reviewed = true;
  const { drawRisks, listen: hear, Summary } = await import("./review.js");
  const summary = new Summary(root, texts.review);
  // The board before a click, and the cell that was safer.
  const go = async (ply, cell, safer) => {
    await look(ply);
    dispatch({ type: "pointed", path: [safer ?? cell] });
  };
  hear(path, (news) => {
    summary.progress(news);
    if (news.review) drawRisks(root, news.review, texts.review, go);
  }, () => tell(reason()));
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
  if (!control(get(), "restart")) return;
  // The end of this game is not worth a word.
  dispatch({ type: "close" });
  if (!get().scene.over && !(await command({ action: "abort" }))) return;
  await rematch();
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

const actions = {
  async hint() {
    const answer = await request(`${path}/hints`, {});
    if (answer) dispatch({ type: "hint", answer });
  },
  odds() {
    dispatch({ type: "odds", wanted: !get().odds });
    if (get().odds) findOdds();
  },
  review,
  flip: () => dispatch({ type: "flip" }),
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
  close() {
    dispatch({ type: "close" });
    screen.board.cursor.focus();
  },
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

$("#moves")?.addEventListener("keydown", (event) => {
  const to = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!to || !get().scene) return;
  event.preventDefault();
  look(shownPly(get()) + to);
});

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

$("[data-pace] select").addEventListener("change", (event) => request(`${path}/pace`, { pace: Number(event.target.value) }));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("#ending")) actions.close();
  const here = !event.target.closest("input, select, textarea");
  if (event.key.toLowerCase() === "r" && here && !event.ctrlKey && !event.metaKey && !event.altKey && get().scene) restart();
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

await sitDown();
wire.open();
