import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { FakeSocket } from "./fake-socket";

// Generous, for busy machines.
configure({ asyncUtilTimeout: 10_000 });

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => complaints.push(words));
  }
  localStorage.clear();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("ResizeObserver", NoResizeObserver);
  vi.stubGlobal(
    "matchMedia",
    vi.fn(() => Object.assign(new EventTarget(), { matches: false })),
  );
  vi.stubGlobal("scrollTo", vi.fn());
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
});

afterEach(() => {
  cleanup();
  expect(complaints, "A test must leave the console silent.").toEqual([]);
});

// A worker keeps its window and libraries; clean up the page and our own modules after each file.
afterAll(async () => {
  // Wait for pages that are still loading: after the file ends they would never load, and the next file would wait
  // for them.
  await vi.dynamicImportSettled();
  vi.resetModules();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
});
