import { describe, expect, it } from "vitest";
import { languageName } from "@/lib/language-name";
import { isCategory, languageChoices } from "./topics";

describe("topics of a battle", () => {
  it("are known categories, or none", () => {
    expect(["coding", "cooking"].filter(isCategory)).toEqual(["coding"]);
  });

  it("name languages, and keep unknown codes", () => {
    expect(languageName("de")).toBe("German");
    expect(languageName("not a code")).toBe("not a code");
  });

  it("offer languages by name, and the current one", () => {
    const labels = languageChoices(null).map(({ label }) => label);
    expect(labels).toHaveLength(47);
    expect(labels.slice(0, 2)).toEqual(["Arabic", "Armenian"]);
    expect(languageChoices("en")).toHaveLength(47);
    expect(languageChoices("is")).toContainEqual({ value: "is", label: "Icelandic" });
  });
});
