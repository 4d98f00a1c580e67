const LAST_RELOAD = "llmbattler.reloaded-at";
const AT_MOST_EVERY = 30_000;

/**
 * After an upgrade of the site, an open page asks for parts that no longer exist. A reload gets the new ones; drafts
 * survive it. Never twice in a row: a part that is missing for another reason must not end in a loop.
 */
export function reloadAfterUpgrade(page: Window, now: () => number = Date.now): void {
  page.addEventListener("vite:preloadError", (event) => {
    const last = Number(page.sessionStorage.getItem(LAST_RELOAD) ?? 0);
    if (now() - last < AT_MOST_EVERY) return;
    page.sessionStorage.setItem(LAST_RELOAD, String(now()));
    event.preventDefault();
    page.location.reload();
  });
}
