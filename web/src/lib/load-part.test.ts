import { beforeEach, expect, it, vi } from "vitest";
import { loadPart } from "./load-part";
import { whyMissing } from "./upgrade";

vi.mock("./upgrade", () => ({ whyMissing: vi.fn() }));

beforeEach(() => vi.mocked(whyMissing).mockReset());

const gone = new TypeError("Failed to fetch dynamically imported module");
const fails = () => Promise.reject(gone);

it("hands on what has come", async () => {
  await expect(loadPart(() => Promise.resolve("part"))).resolves.toBe("part");
  expect(whyMissing).not.toHaveBeenCalled();
});

it("says that the server cannot be reached", async () => {
  vi.mocked(whyMissing).mockResolvedValue("unreachable");
  await expect(loadPart(fails)).rejects.toMatchObject({ title: "The server cannot be reached." });
});

it("hands on what is wrong with the part", async () => {
  vi.mocked(whyMissing).mockResolvedValue("broken");
  await expect(loadPart(fails)).rejects.toBe(gone);
});

it("waits for the page that is being loaded anew", async () => {
  vi.mocked(whyMissing).mockResolvedValue("reloading");
  const waiting = loadPart(fails).then(
    () => "ended",
    () => "ended",
  );
  const later = new Promise((resolve) => setTimeout(() => resolve("still waiting"), 20));
  await expect(Promise.race([waiting, later])).resolves.toBe("still waiting");
});
