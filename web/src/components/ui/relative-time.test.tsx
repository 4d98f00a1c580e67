import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { RelativeTime } from "./relative-time";
import { TooltipProvider } from "./tooltip";

it("updates while the page stays open", () => {
  vi.useFakeTimers();
  render(
    <TooltipProvider>
      <RelativeTime iso={new Date().toISOString()} />
    </TooltipProvider>,
  );
  expect(screen.getByText("just now")).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(3 * 60_000));
  expect(screen.getByText("3 minutes ago")).toBeInTheDocument();
  vi.useRealTimers();
});
