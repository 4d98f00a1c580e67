import { Problem } from "./problem";
import { isServerThere, reloadAfterUpgrade } from "./upgrade";

/** Loads a part of the app, or says why it did not come. What is on the page stays. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw (await isServerThere()) ? Problem.partGone(cause) : Problem.unreachable(cause);
  }
}

/**
 * Why a page that somebody goes to did not come. Where the whole page is about to be loaded anew, this never ends, so that
 * nothing flashes up.
 */
export async function whyPageMissing(cause: unknown): Promise<Problem> {
  const verdict = await reloadAfterUpgrade();
  if (verdict === "reloading") return new Promise(() => undefined);
  return verdict === "unreachable" ? Problem.unreachable(cause) : Problem.partGone(cause);
}
