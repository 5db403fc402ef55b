// What every page uses: elements, texts, requests, and what a person has set.

export const $ = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

const block = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
export const texts = block("texts");
export const data = block("data");
export const language = document.documentElement.lang;
const page = document.documentElement;
const { assets } = page.dataset;
// Browsers that do not know light-dark() get the light colours.
if (!CSS.supports("color", "light-dark(#000, #fff)")) $("link[rel=stylesheet]").href = `${assets}light.css`;

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function shape(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The file with the drawings of the set of pieces.
const sprite = () => (page.dataset.pieces === "plain" ? "plain.svg" : "pieces.svg");

// A drawing out of the sprite.
export function drawing(name, className) {
  const made = shape("svg", { class: className, "aria-hidden": "true", focusable: "false" });
  made.append(shape("use", { href: `${assets}${sprite()}#${name}` }));
  return made;
}

// Text is replaced only where it differs, so that nothing is drawn or read out twice.
export function say(where, text) {
  if (where && where.textContent !== text) where.textContent = text;
}

export const show = (where, yes) => where && (where.hidden = !yes);

// The browser's own memory may be closed to us: then nothing is remembered.
export const memory = {
  get(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  },
  set(name, value) {
    try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { /* see above */ }
  },
};

// On to a game that has just begun. The server sends an invitation, and what it left out of a file, only once.
export function goTo(begun, page = "") {
  if (begun.notes?.length) memory.set(`notes ${begun.id}`, begun.notes.join(" "));
  for (const [seat, code] of Object.entries(begun.invitations ?? {})) memory.set(`invitation ${begun.id}`, `${seat}.${code}`);
  location.assign(`/games/${begun.id}${page}`);
}

// Why the server refused; without its answer, that it did not work.
export const reason = (problem) => problem?.message ?? texts.failed;

// Away from the own machine browsers keep the clipboard for encrypted pages: then the old way is taken.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { class: "hidden" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// The same by a button, which says so for a moment.
export async function copyBy(button, text) {
  await copy(text);
  const label = button.textContent;
  button.textContent = texts.copied;
  setTimeout(() => { button.textContent = label; }, 1500);
}

// A request in the language of the page. A refusal is an answer, too; only a broken connection throws, and one that is silent for
// longer than `patience` allows.
export async function ask(path, body, patience) {
  const isFile = body instanceof Blob;
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": isFile ? "application/octet-stream" : "application/json" },
    body: isFile ? body : JSON.stringify(body),
  };
  if (patience) options.signal = AbortSignal.timeout(patience);
  const response = await fetch(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`, options);
  let answer = {};
  try { answer = await response.json(); } catch { /* a refusal without a body */ }
  const wait = Number(response.headers.get("Retry-After")) || 0;
  return { ok: response.ok, status: response.status, answer, wait };
}

// What there is to know of a position, as a list of names and values.
export function listFacts(facts) {
  const line = ({ label, value }) => element("div", {}, element("dt", {}, label), element("dd", {}, value));
  $("#facts").replaceChildren(...facts.map(line));
}

// Saving the board takes a script that is fetched when it is wanted.
document.addEventListener("click", async ({ target }) => {
  const kind = target.closest("[data-picture]")?.dataset.picture;
  if (kind) (await import("./picture.js")).save(kind);
});

// What was set in the address is in a cookie now.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);

const keep = (name, value) => { document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`; };

for (const name of ["theme", "squares", "pieces"]) {
  $(`#${name}`).addEventListener("change", ({ target }) => {
    page.dataset[name] = target.value;
    keep(name, target.value);
    for (const use of all("use")) use.setAttribute("href", use.getAttribute("href").replace(/[^/]*#/, `${sprite()}#`));
  });
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#settings")) $("#settings").open = false;
});

$("#sound").addEventListener("click", ({ currentTarget: button }) => {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", on);
  button.title = on ? button.dataset.on : button.dataset.off;
  button.replaceChildren(drawing(on ? "sound" : "silence", "glyph"));
  keep("sound", on ? "on" : "off");
});

// The frame of the page stays there without a network, and says so.
navigator.serviceWorker?.register("/worker.js").catch(() => {});
if (page.hasAttribute("data-no-network")) {
  document.body.prepend(element("p", { class: "offline", role: "status" }, page.dataset.offline));
  addEventListener("online", () => location.reload());
}
