// What two people say to each other, and news of the game for the one who looks elsewhere. Fetched where there are two.

import { $, all, ask, memory, reason, show, texts } from "./common.js";
import { barOf } from "./state.js";

// Browsers on phones show messages through the service worker only.
async function notify(title, options) {
  try {
    new Notification(title, options);
  } catch {
    (await navigator.serviceWorker?.ready)?.showNotification(title, options);
  }
}

const allowed = () => memory.get("notify") && window.Notification?.permission === "granted";

export class Talk {
  // What was said before the page was opened is old.
  constructor(id, tell, said = []) {
    Object.assign(this, { id, tell });
    this.last = Math.max(0, ...said.map(({ number }) => number));
    for (const button of all("[data-phrase]")) {
      button.addEventListener("click", () => this.say(button.dataset.phrase));
    }
    show($("#talk"), true);
    show($("#notify"), "Notification" in window);
    const wanted = $("#notify input");
    wanted.checked = allowed();
    wanted.addEventListener("change", () => this.ask(wanted));
  }

  async say(phrase) {
    const { ok, answer } = await ask(`/api/games/${this.id}/phrases`, { phrase }).catch(() => ({ ok: false }));
    if (ok) this.show(answer.seat, answer.phrase); else this.tell(reason(answer));
  }

  async ask(wanted) {
    if (wanted.checked && await Notification.requestPermission() !== "granted") {
      wanted.checked = false;
      this.tell(texts.notifyBlocked);
    }
    memory.set("notify", wanted.checked ? "yes" : null);
  }

  show(seat, phrase) {
    const text = $(`[data-phrase=${phrase}]`).textContent;
    $("#said").textContent = `${barOf(this.state, seat).player}: ${text}`;
    return $("#said").textContent;
  }

  heard(state, before, said = []) {
    this.state = state;
    const fresh = said.filter(({ number }) => number > this.last);
    for (const { number, seat, phrase } of fresh) {
      this.last = number;
      const text = this.show(seat, phrase);
      if (seat !== state.you) this.inform(text);
    }
    const news = before && before.next !== state.scene.next;
    if (news && (state.view.your_turn || state.scene.over)) this.inform(state.scene.over ? state.scene.status.join(" ") : texts.yourTurn);
  }

  inform(body) {
    if (document.hidden && allowed()) notify(document.title.replace("● ", ""), { body, tag: this.id });
  }
}
