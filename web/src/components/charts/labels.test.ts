import { expect, it } from "vitest";
import { fitLabels, fitText, placeLabels, spread } from "./labels";

it("shortens long text", () => {
  expect(fitText("Short", 100)).toBe("Short");
  expect(fitText("A very long name of a model", 70)).toMatch(/^A very.*…$/);
});

it("cuts labels where they do not differ", () => {
  const labels = ["Kestrel 3 Flash Preview · main", "Kestrel 3 Flash Preview · terse", "Short"];
  const [main, terse, short] = fitLabels(labels, 130);
  expect(main).toMatch(/^Kest.*….*main$/);
  expect(terse).toMatch(/^Kest.*….*terse$/);
  expect(short).toBe("Short");
  expect(fitLabels(["A very long name of a model"], 70)).toEqual(["A very lo…"]);
});

it("moves labels apart within the bounds", () => {
  expect(spread([50, 52, 10], 15, 0, 100)).toEqual([50, 65, 10]);
  expect(spread([99, 100], 15, 0, 100)).toEqual([85, 100]);
});

it("places each label without overlap, or hides it", () => {
  const room = { left: 0, right: 300 };
  const dots = Array.from({ length: 6 }, () => ({ x: 150, y: 50, label: "Crowded" }));
  const placed = placeLabels(dots, room, []);
  expect(placed.map((one) => one.hidden)).toEqual([false, false, false, false, true, true]);
  expect(new Set(placed.slice(0, 4).map((one) => `${one.x} ${one.y}`)).size).toBe(4);
  const edge = placeLabels([{ x: 298, y: 50, label: "At the edge" }], room, []);
  expect(edge[0]).toMatchObject({ anchor: "end", hidden: false });
});
