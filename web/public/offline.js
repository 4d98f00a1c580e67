// Keeps the last history and battles, so that they can be read while the server is away. Everything is asked from the
// server first; what is kept is used only without it. Signing in or out deletes it.

const SHELL = "llmbattler-shell";
const HISTORY = "llmbattler-history";
const MOST_FILES = 120;
const MOST_ENTRIES = 100;
const KEPT = /^\/api\/(?:me|arena|contestants|sessions(?:\/[\w-]+){0,2}|battles\/[\w-]+)$/;
const IDENTITY = /^\/api\/(?:auth\/|me\b)/;
const FILE = /^\/(?:assets\/|theme\.js$|favicon\.svg$)/;
const NO_APP = /^\/(?:docs|api)\b/;
const WITHOUT_SERVER = new Set([502, 504]);

/** Changes when the kept history is deleted, so that an answer from before is not kept afterwards. */
let era = 0;

async function forget() {
  era += 1;
  await caches.delete(HISTORY);
}

async function keep(name, key, response, most) {
  const cache = await caches.open(name);
  await cache.put(key, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((old) => cache.delete(old)));
}

const find = (name, key) =>
  caches.open(name).then((cache) => cache.match(key, { ignoreVary: true }));

async function changeIdentity(request) {
  await forget();
  try {
    return await fetch(request);
  } finally {
    await forget();
  }
}

async function readHistory(request) {
  const started = era;
  let response;
  try {
    response = await fetch(request);
  } catch (failure) {
    const kept = await find(HISTORY, request);
    if (kept) return kept;
    throw failure;
  }
  if (WITHOUT_SERVER.has(response.status)) return (await find(HISTORY, request)) ?? response;
  if (response.status === 401) await forget();
  if (response.ok && started === era) {
    await keep(HISTORY, request, response.clone(), MOST_ENTRIES).catch(() => undefined);
  }
  return response;
}

async function openPage(request) {
  try {
    const response = await fetch(request);
    if (WITHOUT_SERVER.has(response.status)) return (await find(SHELL, "/")) ?? response;
    if (response.ok) await keep(SHELL, "/", response.clone(), MOST_FILES).catch(() => undefined);
    return response;
  } catch (failure) {
    const kept = await find(SHELL, "/");
    if (kept) return kept;
    throw failure;
  }
}

/** Files with a hash in their name never change; the others are asked from the server first. */
async function readFile(request) {
  const isFixed = new URL(request.url).pathname.startsWith("/assets/");
  const kept = await find(SHELL, request);
  if (kept && isFixed) return kept;
  try {
    const response = await fetch(request);
    if (response.ok)
      await keep(SHELL, request, response.clone(), MOST_FILES).catch(() => undefined);
    return response;
  } catch (failure) {
    if (kept) return kept;
    throw failure;
  }
}

const isStream = (request) => (request.headers.get("accept") ?? "").includes("text/event-stream");

function chooseForReading(request, pathname) {
  if (request.mode === "navigate") return NO_APP.test(pathname) ? undefined : openPage;
  if (FILE.test(pathname)) return readFile;
  return KEPT.test(pathname) && !isStream(request) ? readHistory : undefined;
}

function choose(request) {
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return undefined;
  if (request.method === "GET") return chooseForReading(request, pathname);
  return IDENTITY.test(pathname) || request.method === "DELETE" ? changeIdentity : undefined;
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const answer = choose(event.request);
  if (answer) event.respondWith(answer(event.request));
});
// The page that registers this worker was loaded without it, so it names its files.
addEventListener("message", (event) => {
  const files = Array.isArray(event.data) ? event.data : [];
  const requests = files
    .map((file) => new Request(file))
    .filter((one) => FILE.test(new URL(one.url).pathname));
  event.waitUntil(
    Promise.all([
      fetch("/").then((page) => keep(SHELL, "/", page, MOST_FILES)),
      ...requests.map(readFile),
    ]).catch(() => undefined),
  );
});
