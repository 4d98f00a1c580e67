import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchConnection } from "./connection-watch";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));

it("aborts after a long silence since the last data", () => {
  const { signal, received, end } = watchConnection(new AbortController().signal);
  vi.advanceTimersByTime(39_000);
  received();
  vi.advanceTimersByTime(39_000);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(signal.aborted).toBe(true);
  end();
});

it("aborts at once when a silent page becomes visible", () => {
  const { signal, received, end } = watchConnection(new AbortController().signal);
  vi.advanceTimersByTime(14_000);
  comeBack();
  expect(signal.aborted).toBe(false);
  received();
  vi.advanceTimersByTime(16_000);
  comeBack();
  expect(signal.aborted).toBe(true);
  end();
});

it("ends with its parent signal, and stops watching afterwards", () => {
  const leaving = new AbortController();
  const left = watchConnection(leaving.signal);
  leaving.abort();
  expect(left.signal.aborted).toBe(true);
  expect(watchConnection(leaving.signal).signal.aborted).toBe(true);
  const ended = watchConnection(new AbortController().signal);
  ended.end();
  vi.advanceTimersByTime(60_000);
  comeBack();
  expect(ended.signal.aborted).toBe(false);
});
