import { fakeApi } from "@tests/fake-api";
import { beforeEach, expect, it, vi } from "vitest";
import { loadPageAnew } from "./upgrade";

const healthy = { body: { status: "ok", version: "0.2.0" } };

function page(): { target: Window; reload: ReturnType<typeof vi.fn> } {
  const reload = vi.fn();
  const { origin } = window.location;
  const target = Object.assign(new EventTarget(), { sessionStorage, location: { reload, origin } });
  return { target: target as unknown as Window, reload };
}

beforeEach(() => sessionStorage.clear());

it("reloads once when a part of the old version is gone", async () => {
  const { calls } = fakeApi({ "/healthz": healthy });
  const { target, reload } = page();
  const now = () => 1_000_000;
  const both = [loadPageAnew(target, now), loadPageAnew(target, now)];
  expect(await Promise.all(both)).toEqual(["reloading", "reloading"]);
  expect(await loadPageAnew(target, now)).toBe("broken");
  expect(reload).toHaveBeenCalledTimes(1);
  expect(calls).toHaveLength(2);
});

it("reloads again after a while", async () => {
  fakeApi({ "/healthz": healthy });
  const { target, reload } = page();
  await loadPageAnew(target, () => 1_000_000);
  await loadPageAnew(target, () => 1_060_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

it("stays where it is while nobody answers", async () => {
  const answers: Parameters<typeof fakeApi>[0] = { "/healthz": new TypeError("Failed to fetch") };
  fakeApi(answers);
  const { target, reload } = page();
  expect(await loadPageAnew(target)).toBe("unreachable");
  answers["/healthz"] = { status: 502, body: {} };
  expect(await loadPageAnew(target)).toBe("unreachable");
  expect(reload).not.toHaveBeenCalled();
  answers["/healthz"] = healthy;
  expect(await loadPageAnew(target)).toBe("reloading");
});
