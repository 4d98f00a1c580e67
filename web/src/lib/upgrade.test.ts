import { beforeEach, expect, it, vi } from "vitest";
import { reloadAfterUpgrade } from "./upgrade";

function page(): { target: Window; reload: ReturnType<typeof vi.fn> } {
  const reload = vi.fn();
  const target = Object.assign(new EventTarget(), { sessionStorage, location: { reload } });
  return { target: target as unknown as Window, reload };
}

function missingPart(): Event {
  return new Event("vite:preloadError", { cancelable: true });
}

beforeEach(() => sessionStorage.clear());

it("reloads once when a part of the old version is gone", () => {
  const { target, reload } = page();
  reloadAfterUpgrade(target, () => 1_000_000);
  const event = missingPart();
  target.dispatchEvent(event);
  target.dispatchEvent(missingPart());
  expect(reload).toHaveBeenCalledTimes(1);
  expect(event.defaultPrevented).toBe(true);
});

it("reloads again after a while", () => {
  const { target, reload } = page();
  let now = 1_000_000;
  reloadAfterUpgrade(target, () => now);
  target.dispatchEvent(missingPart());
  now += 60_000;
  target.dispatchEvent(missingPart());
  expect(reload).toHaveBeenCalledTimes(2);
});
