// The link of another browser: its code, which stands behind the address, is used when the person says so.

import { $, ask, reason, show, texts } from "./common.js";

const code = location.hash.slice(1);
const said = $(".refusal");

if (!code) {
  said.textContent = texts.without_code;
  show($("#take"), false);
}

$("#take").addEventListener("click", async ({ currentTarget: button }) => {
  button.disabled = true;
  said.textContent = "";
  const { ok, answer } = await ask("/api/me/take", { code }).catch(() => ({}));
  if (ok) location.replace("/mine");
  else said.textContent = reason(answer);
  button.disabled = false;
});
