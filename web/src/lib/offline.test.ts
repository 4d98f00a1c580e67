import { describe, expect, it, vi } from "vitest";
import { startOffline } from "./offline";

function aPage(register: () => Promise<unknown>) {
  const postMessage = vi.fn();
  const serviceWorker = {
    register: vi.fn(register),
    ready: Promise.resolve({ active: { postMessage } }),
    controller: null,
  };
  const page = {
    navigator: { serviceWorker },
    sessionStorage,
    performance: { getEntriesByType: () => [{ name: "http://localhost/assets/a.js" }] },
  } as unknown as Window;
  return { page, serviceWorker, postMessage };
}

describe("the worker for reading without the server", () => {
  it("is registered and told which files the page has loaded", async () => {
    const { page, serviceWorker, postMessage } = aPage(async () => undefined);
    await startOffline(page);
    expect(serviceWorker.register).toHaveBeenCalledWith("/offline.js");
    expect(postMessage).toHaveBeenCalledWith(["http://localhost/assets/a.js"]);
  });

  it("may be refused by the browser", async () => {
    const { page, postMessage } = aPage(() => Promise.reject(new Error("not here")));
    await startOffline(page);
    expect(postMessage).not.toHaveBeenCalled();
    await startOffline({ navigator: {} } as Window);
  });
});
