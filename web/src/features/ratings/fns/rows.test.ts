import { acme, aRow, home, zeta } from "@tests/fake-ratings";
import { describe, expect, it } from "vitest";
import { axisOf, blendedPrice, filterRows, movedIds, sortRows } from "./rows";

const rows = [zeta, home, acme];
const ids = (sorted: typeof rows) => sorted.map((row) => row.model_id);

describe("sorting", () => {
  it("sorts best first, and equal values by score", () => {
    expect(ids(sortRows(rows))).toEqual(["acme-one", "zeta-2", "home/8b"]);
    expect(ids(sortRows(rows, "rank", "desc"))).toEqual(["home/8b", "acme-one", "zeta-2"]);
  });

  it("puts unknown values last in both directions", () => {
    expect(ids(sortRows(rows, "price"))).toEqual(["zeta-2", "acme-one", "home/8b"]);
    expect(ids(sortRows(rows, "price", "desc"))).toEqual(["acme-one", "zeta-2", "home/8b"]);
    expect(ids(sortRows(rows, "organization", "desc"))).toEqual(["zeta-2", "acme-one", "home/8b"]);
    expect(ids(sortRows([home, aRow({ ...home, model_id: "b" })], "price"))).toHaveLength(2);
  });

  it("sorts names by locale", () => {
    const named = ["beta 10", "Beta 2", "alpha"].map((model_name) =>
      aRow({ model_name, model_id: model_name }),
    );
    expect(ids(sortRows(named, "model_name"))).toEqual(["alpha", "Beta 2", "beta 10"]);
  });

  it("averages both prices", () => {
    expect(blendedPrice(acme)).toBe(6.25);
    expect(blendedPrice(home)).toBeNull();
  });
});

describe("filtering", () => {
  it("finds words in name, id and organization", () => {
    expect(ids(filterRows(rows, { q: "zeta 2" }))).toEqual(["zeta-2"]);
    expect(ids(filterRows(rows, { q: "8B" }))).toEqual(["home/8b"]);
    expect(ids(filterRows(rows, { org: "Acme" }))).toEqual(["acme-one"]);
    expect(ids(filterRows(rows, { license: "MIT", org: "Zeta" }))).toEqual([]);
    expect(filterRows(rows, {})).toHaveLength(3);
  });
});

describe("the axis", () => {
  it("contains all intervals with padding", () => {
    const { low, high } = axisOf(rows);
    expect(low).toBeLessThan(632);
    expect(high).toBeGreaterThan(1_199);
  });

  it("exists without rows", () => {
    expect(axisOf([])).toEqual({ low: 900, high: 1100 });
  });
});

describe("moved rows", () => {
  it("are rows whose relative order changed", () => {
    expect(movedIds(["a", "b", "c"], ["a", "c", "b"])).toEqual(["c", "b"]);
    expect(movedIds(["a", "b"], ["new", "a", "b"])).toEqual([]);
    expect(movedIds(["a", "b", "c"], ["b", "c"])).toEqual([]);
    expect(movedIds([], ["a"])).toEqual([]);
  });
});
