import { Problem } from "./problem";
import { whyMissing } from "./upgrade";

/** Loads a part of the app. Where the page is about to be loaded anew, this never ends, so that nothing flashes up. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const why = await whyMissing();
    if (why === "reloading") return new Promise(() => undefined);
    throw why === "unreachable" ? Problem.unreachable(cause) : cause;
  }
}
