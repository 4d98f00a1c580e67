import { builtinEnvironments, type Environment } from "vitest/environments";

const OF_NODE = ["AbortController", "AbortSignal"] as const;

/**
 * jsdom, but with Node's AbortController: newer Node versions reject a foreign signal in `new Request(…, { signal
 * })`. A worker keeps one window for all files, because loaded libraries hold on to its document.
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
