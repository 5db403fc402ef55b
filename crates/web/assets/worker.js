// The service worker: keeps the files of this version, so that the frame of the page is there without a network, and says
// so. Games are on the server: nothing of them is kept here.

const shell = `shell ${version}`;
const isPage = (request) => request.mode === "navigate";

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(shell);
  await cache.addAll([...files, "/"]);
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name)));
  await self.clients.claim();
})()));

// The frame as it was last seen, marked so that the page says what is the matter.
async function frame() {
  const kept = await caches.match("/");
  if (!kept) return Response.error();
  const text = (await kept.text()).replace("<html ", "<html data-no-network ");
  return new Response(text, { headers: kept.headers });
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname === "/") (await caches.open(shell)).put("/", answer.clone());
    return answer;
  } catch {
    return frame();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (isPage(request)) event.respondWith(page(request));
  else if (new URL(request.url).pathname.startsWith("/assets/")) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
