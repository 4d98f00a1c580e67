/**
 * Starts the worker that keeps the last history, so that it can be read while the server is away. Browsers allow it on
 * https and on this machine only. Nothing depends on it.
 */
export async function startOffline(page: Window = window): Promise<void> {
  const { serviceWorker } = page.navigator;
  if (!serviceWorker) return;
  try {
    await serviceWorker.register("/offline.js");
    const { active } = await serviceWorker.ready;
    if (serviceWorker.controller === null || !page.sessionStorage.getItem(TOLD)) {
      active?.postMessage(page.performance.getEntriesByType("resource").map((one) => one.name));
      page.sessionStorage.setItem(TOLD, "yes");
    }
  } catch {
    // Private windows and settings of the browser may refuse it.
  }
}

const TOLD = "llmbattler.offline-told";
