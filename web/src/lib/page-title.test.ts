import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { usePageTitle, useTabDoneMark, useTabTitle } from "./page-title";

let hidden = false;
Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });

function look(away: boolean): void {
  hidden = away;
  act(() => document.dispatchEvent(new Event("visibilitychange")));
}

afterEach(() => {
  hidden = false;
});

it("sets a more specific title for the tab", () => {
  renderHook(() => usePageTitle("Arena"));
  expect(document.title).toBe("Arena · llmbattler");
  const tab = renderHook(() => useTabTitle("Rivers"));
  expect(document.title).toBe("Rivers · llmbattler");
  tab.unmount();
  expect(document.title).toBe("Arena · llmbattler");
});

it("marks the tab when work ends while the page is hidden", () => {
  renderHook(() => usePageTitle("Arena"));
  const work = renderHook((now) => useTabDoneMark(now.busy, now.well), {
    initialProps: { busy: true, well: true },
  });
  work.rerender({ busy: false, well: true });
  expect(document.title).toBe("Arena · llmbattler");
  work.rerender({ busy: true, well: true });
  look(true);
  work.rerender({ busy: false, well: false });
  expect(document.title).toBe("Arena · llmbattler");
  work.rerender({ busy: true, well: true });
  work.rerender({ busy: false, well: true });
  expect(document.title).toBe("✓ Arena · llmbattler");
  look(false);
  expect(document.title).toBe("Arena · llmbattler");
});
