import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Hint } from "./hint";
import { TooltipProvider } from "./tooltip";

function setUp() {
  render(
    <TooltipProvider>
      <Hint content="Corrected for many comparisons.">Holm</Hint>
      <p>Elsewhere</p>
    </TooltipProvider>,
  );
  return { user: userEvent.setup(), word: screen.getByRole("button", { name: "Holm" }) };
}

const shown = () => screen.queryByRole("tooltip") !== null;

it("has a description, which is shown on focus", async () => {
  const { user, word } = setUp();
  expect(word).toHaveAccessibleDescription("Corrected for many comparisons.");
  await user.tab();
  expect(word).toHaveFocus();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Corrected for many comparisons.");
  await user.keyboard("{Escape}");
  expect(shown()).toBe(false);
  await user.keyboard("{Enter}");
  expect(shown()).toBe(true);
});

it("opens on a tap, and closes on the next one or on a tap elsewhere", async () => {
  const { user, word } = setUp();
  const tap = (target: Element) => user.pointer({ keys: "[TouchA]", target });
  await tap(word);
  expect(shown()).toBe(true);
  await tap(word);
  expect(shown()).toBe(false);
  await tap(word);
  expect(shown()).toBe(true);
  await tap(screen.getByText("Elsewhere"));
  expect(shown()).toBe(false);
});

it("opens on hover and closes on a click", async () => {
  const { user, word } = setUp();
  await user.hover(word);
  expect(await screen.findByRole("tooltip")).toBeInTheDocument();
  await user.click(word);
  expect(shown()).toBe(false);
});
