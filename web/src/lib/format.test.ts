import { describe, expect, it } from "vitest";
import { formatCount, formatExact, formatMoney, formatRelative, formatTokens } from "./format";

describe("formatTokens", () => {
  it.each([
    [512, "512"],
    [2_048, "2k"],
    [8_192, "8k"],
    [32_768, "32k"],
    [128_000, "128k"],
    [131_072, "128k"],
    [200_000, "200k"],
    [1_000_000, "1M"],
    [1_048_576, "1M"],
    [10_485_760, "10M"],
    [1_000, "1k"],
    [1_500_000, "1.5M"],
  ])("says %i as %s", (tokens, words) => {
    expect(formatTokens(tokens)).toBe(words);
  });
});

describe("formatMoney", () => {
  it.each([
    [3, "$3.00"],
    [0.15, "$0.15"],
    [0.075, "$0.075"],
    [0, "$0.00"],
    [1234.5, "$1,234.50"],
  ])("says %d as %s", (amount, words) => {
    expect(formatMoney(amount, "USD")).toBe(words);
  });
});

describe("formatRelative", () => {
  const now = new Date("2026-01-10T12:00:00Z");
  it.each([
    ["2026-01-10T11:59:30Z", "just now"],
    ["2026-01-10T11:55:00Z", "5 minutes ago"],
    ["2026-01-10T09:00:00Z", "3 hours ago"],
    ["2026-01-09T11:00:00Z", "yesterday"],
    ["2026-01-10T12:02:00Z", "in 2 minutes"],
  ])("says %s as %s", (moment, words) => {
    expect(formatRelative(new Date(moment), now)).toBe(words);
  });
});

it("groups thousands", () => {
  expect(formatCount(48211)).toBe("48,211");
});

it("shows date and seconds of an exact time", () => {
  expect(formatExact(new Date(2026, 0, 10, 9, 5, 7))).toMatch(/January 10, 2026.*9:05:07\sAM/);
});
