import { builtinEnvironments, type Environment } from "vitest/environments";

const OF_NODE = ["AbortController", "AbortSignal"] as const;

/**
 * jsdom, but cancelling stays Node's own: newer Nodes refuse a foreign signal in `new Request(…, { signal })`.
 * A worker keeps one window for all its files, for the libraries it has loaded hold on to that window's document.
 */
export default {
  ...builtinEnvironments.jsdom,
  name: "browser-with-fetch",
  async setup(global, options) {
    if (!("jsdom" in global)) {
      const native = OF_NODE.map((name) => Object.getOwnPropertyDescriptor(global, name));
      await builtinEnvironments.jsdom.setup(global, options);
      OF_NODE.forEach((name, place) => {
        Object.defineProperty(global, name, native[place] as PropertyDescriptor);
      });
    }
    return { teardown() {} };
  },
} satisfies Environment;
