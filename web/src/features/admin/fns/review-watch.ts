import { createStore } from "@/lib/store";

/** Lives outside of the page, so that it survives navigation while the worker is checking. */
export const reviewRunning = createStore(false);
