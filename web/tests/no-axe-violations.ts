import axe from "axe-core";
import { expect } from "vitest";

/** Colors are checked in a real browser; jsdom does not compute them. */
export async function expectNoAxeViolations() {
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    selectors: false,
    rules: { "color-contrast": { enabled: false }, "document-title": { enabled: false } },
  });
  expect(
    violations
      .filter((one) => one.id !== "html-has-lang")
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n")}`),
  ).toEqual([]);
}
