import { fakeApi } from "@tests/fake-api";
import { beforeEach, expect, it, vi } from "vitest";
import { reloadAfterUpgrade } from "./upgrade";

const healthy = { body: { status: "ok", version: "0.2.0" } };

function page(): { target: Window; reload: ReturnType<typeof vi.fn> } {
  const reload = vi.fn();
  const { origin } = window.location;
  const target = Object.assign(new EventTarget(), { sessionStorage, location: { reload, origin } });
  return { target: target as unknown as Window, reload };
}

beforeEach(() => sessionStorage.clear());

it("reloads once when a file of the old version is gone", async () => {
  const { calls } = fakeApi({ "/healthz": healthy });
  const { target, reload } = page();
  const now = () => 1_000_000;
  const both = [reloadAfterUpgrade(target, now), reloadAfterUpgrade(target, now)];
  expect(await Promise.all(both)).toEqual(["reloading", "reloading"]);
  expect(await reloadAfterUpgrade(target, now)).toBe("broken");
  expect(reload).toHaveBeenCalledTimes(1);
  expect(calls).toHaveLength(2);
});

it("reloads again after a while", async () => {
  fakeApi({ "/healthz": healthy });
  const { target, reload } = page();
  await reloadAfterUpgrade(target, () => 1_000_000);
  await reloadAfterUpgrade(target, () => 1_060_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

it("does not reload while the server is unreachable", async () => {
  const answers: Parameters<typeof fakeApi>[0] = { "/healthz": new TypeError("Failed to fetch") };
  fakeApi(answers);
  const { target, reload } = page();
  expect(await reloadAfterUpgrade(target)).toBe("unreachable");
  answers["/healthz"] = { status: 502, body: {} };
  expect(await reloadAfterUpgrade(target)).toBe("unreachable");
  expect(reload).not.toHaveBeenCalled();
  answers["/healthz"] = healthy;
  expect(await reloadAfterUpgrade(target)).toBe("reloading");
});
