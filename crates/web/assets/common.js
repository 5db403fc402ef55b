// What every part of the page uses: elements, texts, and what a person has set.

export const $ = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

const block = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
export const texts = block("texts");
export const data = block("data");
export const language = document.documentElement.lang;
const assets = document.documentElement.dataset.assets;

// Puts the parts that vary into a sentence, in order.
export const fill = (sentence, ...parts) => sentence.replace(/\{\}/g, () => parts.shift() ?? "");

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const svg = "http://www.w3.org/2000/svg";

export function shape(tag, attributes) {
  const made = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// A drawing out of the sprite.
export function drawing(name, className) {
  const made = shape("svg", { class: className, "aria-hidden": "true", focusable: "false" });
  made.append(shape("use", { href: `${assets}pieces.svg#${name}` }));
  return made;
}

// Text is replaced only where it differs, so that nothing is drawn or read out twice.
export function say(where, text) {
  if (where && where.textContent !== text) where.textContent = text;
}

export const show = (where, yes) => where && (where.hidden = !yes);

export function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

// The browser's own memory may be closed to us: then nothing is remembered.
export const memory = {
  get(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  },
  set(name, value) {
    try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { /* see above */ }
  },
};

// On to a game that has just begun. An invitation to it is told only once.
export function goTo(begun) {
  for (const [seat, code] of Object.entries(begun.invitations ?? {})) memory.set(`invitation ${begun.id}`, `${seat}.${code}`);
  location.assign(`/games/${begun.id}`);
}

// Why something was refused, in the language of the page, which the server's own sentence may not be in.
export function reason(problem) {
  if (language === problem.lang && problem.message) return /[.!?…]$/.test(problem.message) ? problem.message : `${problem.message}.`;
  return texts.refused[problem.code] ?? texts.refused[""];
}

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

// Asks the server for something. A refusal is an answer, too; only a broken connection throws.
export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  let answer = {};
  try { answer = await response.json(); } catch { /* a refusal without a body */ }
  const wait = Number(response.headers.get("Retry-After")) || 0;
  return { ok: response.ok, status: response.status, answer, wait };
}
