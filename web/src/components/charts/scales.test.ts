import { describe, expect, it } from "vitest";
import { formatTimeTick, linearScale, logScale, timeScale } from "./scales";

describe("a linear scale", () => {
  it("starts and ends on round ticks", () => {
    const scale = linearScale([612, 1_231], [0, 100], 6);
    expect(scale.ticks).toEqual([600, 800, 1_000, 1_200, 1_400]);
    expect(scale.at(600)).toBe(0);
    expect(scale.at(1_400)).toBe(100);
  });

  it("centers a single value", () => {
    const scale = linearScale([1_000, 1_000], [0, 100]);
    expect(scale.at(1_000)).toBeCloseTo(50, 0);
    expect(scale.ticks.length).toBeGreaterThan(1);
  });

  it("has ticks without rounding errors", () => {
    expect(linearScale([0, 0.6], [0, 1], 6).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  });
});

describe("a logarithmic scale", () => {
  it("has ticks at 1, 2 and 5, or only at powers of ten", () => {
    expect(logScale([0.1, 10], [0, 100]).ticks).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10]);
    expect(logScale([0.01, 100], [0, 100]).ticks).toEqual([0.01, 0.1, 1, 10, 100]);
    expect(logScale([1, 100], [0, 100]).at(10)).toBeCloseTo(50);
  });

  it("widens the domain of a single value", () => {
    expect(logScale([5, 5], [0, 100]).at(5)).toBeCloseTo(50);
  });
});

describe("a scale of time", () => {
  const at = (text: string) => new Date(text).getTime();

  it("has ticks on round local times", () => {
    const hours = timeScale([at("2026-01-01T10:07"), at("2026-01-01T14:40")], [0, 100]);
    expect(hours.ticks.map((tick) => formatTimeTick(tick, hours.ticks))).toEqual([
      "11:00",
      "12:00",
      "13:00",
      "14:00",
    ]);
    const days = timeScale([at("2026-01-01T10:00"), at("2026-01-05T10:00")], [0, 100]);
    expect(days.ticks.map((tick) => formatTimeTick(tick, days.ticks))).toEqual([
      "Jan 2",
      "Jan 3",
      "Jan 4",
      "Jan 5",
    ]);
  });

  it("names the day at midnight, the month over years, the second within a minute", () => {
    const night = timeScale([at("2026-01-01T16:00"), at("2026-01-02T08:00")], [0, 100]);
    expect(night.ticks.map((tick) => formatTimeTick(tick, night.ticks))).toContain("Jan 2");
    const years = timeScale([at("2022-01-01"), at("2026-01-01")], [0, 100]);
    expect(formatTimeTick(years.ticks[0] ?? 0, years.ticks)).toMatch(/^[A-Z][a-z]{2} 20\d\d$/);
    const moment = timeScale([at("2026-01-01T10:00:10"), at("2026-01-01T10:00:11")], [0, 100]);
    expect(formatTimeTick(moment.ticks[0] ?? 0, moment.ticks)).toMatch(/^\d\d:\d\d:\d\d$/);
  });
});
