import { describe, expect, it } from "vitest";
import { type Marks, markAt, moveCursor, nearestMark } from "./cursor";

const mark = (x: number, y = 0) => ({ x, y, title: `${x},${y}`, lines: [] });
const square: Marks = [
  [mark(0, 0), mark(10, 0)],
  [mark(0, 10), mark(10, 10)],
];

describe("the arrow keys", () => {
  it("move through a matrix and stop at its edges", () => {
    const right = moveCursor(square, { row: 0, column: 0 }, "ArrowRight");
    expect(right).toEqual({ row: 0, column: 1 });
    expect(moveCursor(square, { row: 0, column: 1 }, "ArrowRight")).toEqual(right);
    expect(moveCursor(square, { row: 0, column: 1 }, "ArrowDown")).toEqual({ row: 1, column: 1 });
    expect(moveCursor(square, { row: 0, column: 0 }, "ArrowUp")).toEqual({ row: 0, column: 0 });
    expect(moveCursor(square, { row: 0, column: 0 }, "Enter")).toBeUndefined();
  });

  it("move along a single row or column in both directions", () => {
    const row = [[mark(0), mark(10), mark(20)]];
    expect(moveCursor(row, { row: 0, column: 0 }, "ArrowDown")).toEqual({ row: 0, column: 1 });
    const column = [[mark(0)], [mark(0)], [mark(0)]];
    expect(moveCursor(column, { row: 1, column: 0 }, "ArrowLeft")).toEqual({ row: 0, column: 0 });
  });

  it("keep the position between rows of different lengths", () => {
    const lines = [[mark(0), mark(50), mark(100)], [mark(90)], []];
    expect(moveCursor(lines, { row: 0, column: 2 }, "ArrowDown")).toEqual({ row: 1, column: 0 });
    expect(moveCursor(lines, { row: 1, column: 0 }, "ArrowUp")).toEqual({ row: 0, column: 2 });
    expect(moveCursor(lines, { row: 1, column: 0 }, "ArrowDown")).toEqual({ row: 2, column: 0 });
  });
});

describe("the pointer", () => {
  it("finds the nearest mark within reach", () => {
    const reach = { x: 6, y: 6 };
    expect(nearestMark(square, 8, 9, reach)).toEqual({ row: 1, column: 1 });
    expect(nearestMark(square, 40, 0, reach)).toBeUndefined();
    expect(markAt(square, { row: 1, column: 1 })?.title).toBe("10,10");
    expect(markAt(square, undefined)).toBeUndefined();
  });
});
