import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Problem } from "@/lib/problem";
import { ProblemNotice } from "./problem-notice";

/** The text that screen readers read. */
function readAloud(): string {
  const copy = screen.getByRole("alert").cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return copy.textContent ?? "";
}

it("shows a countdown that screen readers read once", () => {
  vi.useFakeTimers();
  const retryAt = new Date(Date.now() + 30_000);
  const problem = new Problem({ title: "Too much.", status: 429 }, { retryAt });
  render(<ProblemNotice problem={problem} onRetry={() => {}} onClose={() => {}} />);
  const alert = screen.getByRole("alert");
  const first = readAloud();
  expect(first).toContain("Try again in 30\u00a0s.");
  act(() => vi.advanceTimersByTime(12_000));
  expect(alert).toHaveTextContent("in 18 s.");
  expect(readAloud()).toBe(first);
  expect(screen.getByRole("button", { name: "Try again" })).toBeDisabled();
  act(() => vi.advanceTimersByTime(18_000));
  expect(alert).not.toHaveTextContent("Try again in");
  expect(screen.getByRole("button", { name: "Try again" })).toBeEnabled();
  vi.useRealTimers();
});
