import { Problem } from "./problem";
import { isServerThere, reloadAfterUpgrade } from "./upgrade";

/** Loads a part of the app, or shows a toast with the error. The page stays. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw (await isServerThere()) ? Problem.partGone(cause) : Problem.unreachable(cause);
  }
}

/**
 * Why a page could not be loaded. If a reload is about to happen this never resolves, so that no error is visible for
 * a moment.
 */
export async function whyPageMissing(cause: unknown): Promise<Problem> {
  const verdict = await reloadAfterUpgrade();
  if (verdict === "reloading") return new Promise(() => undefined);
  return verdict === "unreachable" ? Problem.unreachable(cause) : Problem.partGone(cause);
}
