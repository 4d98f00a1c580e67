import { describe, expect, it } from "vitest";
import { languageName } from "@/lib/language-name";
import { isCategory, languageChoices } from "./topics";

describe("what a battle is about", () => {
  it("is a known category, or none", () => {
    expect(["coding", "cooking"].filter(isCategory)).toEqual(["coding"]);
  });

  it("names languages, and keeps codes that have no name", () => {
    expect(languageName("de")).toBe("German");
    expect(languageName("not a code")).toBe("not a code");
  });

  it("offers languages by name, and the one that is set", () => {
    const labels = languageChoices(null).map(({ label }) => label);
    expect(labels).toHaveLength(44);
    expect(labels.slice(0, 2)).toEqual(["Arabic", "Armenian"]);
    expect(languageChoices("en")).toHaveLength(44);
    expect(languageChoices("sw")).toContainEqual({ value: "sw", label: "Swahili" });
  });
});
