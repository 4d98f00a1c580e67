import { createStore } from "@/lib/store";

/** Lives outside of the page, so that the page can be left while the worker looks. */
export const reviewRunning = createStore(false);
