import { beforeEach, expect, it, vi } from "vitest";
import { loadPart, whyPageMissing } from "./load-part";
import { isServerThere, reloadAfterUpgrade } from "./upgrade";

vi.mock("./upgrade", () => ({ isServerThere: vi.fn(), reloadAfterUpgrade: vi.fn() }));

beforeEach(() => {
  vi.mocked(isServerThere).mockReset();
  vi.mocked(reloadAfterUpgrade).mockReset();
});

const gone = new TypeError("Failed to fetch dynamically imported module");
const fails = () => Promise.reject(gone);

it("returns the loaded part", async () => {
  await expect(loadPart(() => Promise.resolve("part"))).resolves.toBe("part");
  expect(isServerThere).not.toHaveBeenCalled();
});

it("says that the server cannot be reached", async () => {
  vi.mocked(isServerThere).mockResolvedValue(false);
  await expect(loadPart(fails)).rejects.toMatchObject({ title: "The server cannot be reached." });
});

it("shows that a part is gone, and keeps the page", async () => {
  vi.mocked(isServerThere).mockResolvedValue(true);
  await expect(loadPart(fails)).rejects.toMatchObject({
    title: "This part of the site could not be loaded.",
    cause: gone,
  });
  expect(reloadAfterUpgrade).not.toHaveBeenCalled();
});

it("returns why a page is missing", async () => {
  vi.mocked(reloadAfterUpgrade).mockResolvedValue("unreachable");
  expect(await whyPageMissing(gone)).toMatchObject({ title: "The server cannot be reached." });
  vi.mocked(reloadAfterUpgrade).mockResolvedValue("broken");
  expect(await whyPageMissing(gone)).toMatchObject({ cause: gone, status: 410 });
});

it("waits for a reload", async () => {
  vi.mocked(reloadAfterUpgrade).mockResolvedValue("reloading");
  const waiting = whyPageMissing(gone).then(() => "ended");
  const later = new Promise((resolve) => setTimeout(() => resolve("still waiting"), 20));
  await expect(Promise.race([waiting, later])).resolves.toBe("still waiting");
});
