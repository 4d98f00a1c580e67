const LAST_RELOAD = "llmbattler.reloaded-at";
const AT_MOST_EVERY = 30_000;
const PATIENCE_MS = 5_000;

/** Why a part of the app did not come: the page is being loaded anew, nobody answers, or the part itself is broken. */
type Verdict = "reloading" | "unreachable" | "broken";

let asking: Promise<Verdict> | undefined;

/** A part of the app is missing. Everybody who misses one at the same time gets the same answer. */
export function whyMissing(page: Window = window, now: () => number = Date.now): Promise<Verdict> {
  asking ??= judge(page, now).finally(() => {
    asking = undefined;
  });
  return asking;
}

/**
 * After an upgrade of the site, an open page asks for parts that no longer exist. A reload gets the new ones; drafts
 * survive it. Never without a server, which would leave a blank page, and never twice in a row: a part that is missing
 * for another reason must not end in a loop.
 */
async function judge(page: Window, now: () => number): Promise<Verdict> {
  if (!(await answers(page))) return "unreachable";
  const last = Number(page.sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (now() - last < AT_MOST_EVERY) return "broken";
  page.sessionStorage.setItem(LAST_RELOAD, String(now()));
  page.location.reload();
  return "reloading";
}

async function answers(page: Window): Promise<boolean> {
  try {
    const request = new Request(new URL("/healthz", page.location.origin), {
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return (await globalThis.fetch(request)).ok;
  } catch {
    return false;
  }
}

export function reloadAfterUpgrade(page: Window): void {
  page.addEventListener("vite:preloadError", () => {
    void whyMissing(page);
  });
}
