import "@testing-library/jest-dom/vitest";
import { onlineManager } from "@tanstack/react-query";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { FakeSocket } from "./fake-socket";

// Generous, for busy machines.
configure({ asyncUtilTimeout: 10_000, getElementError: describeElementError });

/** Prints the page only when the message is read: a query that waits fails often before it succeeds. */
function describeElementError(message: string | null, container: Element) {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  Error.captureStackTrace(error, describeElementError);
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
  });
  return error;
}

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
  // The library is loaded once for all files, and would pause the calls of the next test after an "offline" event.
  onlineManager.setOnline(true);
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
