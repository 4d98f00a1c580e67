const LAST_RELOAD = "llmbattler.reloaded-at";
const AT_MOST_EVERY = 30_000;
const TIMEOUT_MS = 5_000;

/** The result: the page is being reloaded, the server is unreachable, or reloading would not help. */
type Verdict = "reloading" | "unreachable" | "broken";

let pendingReload: Promise<Verdict> | undefined;

/**
 * After an upgrade of the site, an open page requests files that no longer exist. A reload fixes that but may lose
 * unsent input, so it happens only on navigation. Concurrent callers share one result.
 */
export function reloadAfterUpgrade(
  page: Window = window,
  now: () => number = Date.now,
): Promise<Verdict> {
  pendingReload ??= tryReload(page, now).finally(() => {
    pendingReload = undefined;
  });
  return pendingReload;
}

/** Never reloads without a server, which would leave a blank page, and never twice in a row, which could loop. */
async function tryReload(page: Window, now: () => number): Promise<Verdict> {
  if (!(await isServerThere(page))) return "unreachable";
  const last = Number(page.sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (now() - last < AT_MOST_EVERY) return "broken";
  page.sessionStorage.setItem(LAST_RELOAD, String(now()));
  page.location.reload();
  return "reloading";
}

export async function isServerThere(page: Window = window): Promise<boolean> {
  try {
    const request = new Request(new URL("/healthz", page.location.origin), {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await globalThis.fetch(request)).ok;
  } catch {
    return false;
  }
}
