import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { someDetails } from "@tests/fake-arena";
import type { ComponentProps } from "react";
import { expect, it, vi } from "vitest";
import { AnswerCards } from "./answer-cards";

const turn = (key: string) => ({
  key,
  prompt: "Why?",
  images: [],
  answers: { left: `**Left** ${key}`, right: `**Right** ${key}` },
});

async function show(props: Partial<ComponentProps<typeof AnswerCards>> = {}) {
  const component = () => (
    <AnswerCards mode="battle" turns={[turn("1")]} live={false} details={null} {...props} />
  );
  const history = createMemoryHistory();
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  const user = userEvent.setup();
  render(<RouterProvider router={router as never} />);
  await screen.findByRole("region", { name: "Answers" });
  return user;
}

it("copies the source of the last answer, once it is final", async () => {
  const user = await show({ turns: [turn("1"), turn("2")] });
  const [left, right] = screen.getAllByRole("article");
  for (const card of [left, right]) {
    const copy = within(card as HTMLElement).getByRole("button", { name: "Copy answer" });
    await user.click(copy);
  }
  await expect(navigator.clipboard.readText()).resolves.toBe("**Right** 2");
});

it("has nothing to copy while an answer is being written", async () => {
  await show({ live: true, turns: [{ ...turn("1"), answers: { left: "**Left**" } }] });
  expect(screen.queryByRole("button", { name: "Copy answer" })).not.toBeInTheDocument();
});

it("shows the totals of several answers", async () => {
  await show({ turns: [turn("1"), turn("2")], details: someDetails, showFacts: true });
  expect(screen.getAllByText("2 answers:")).toHaveLength(2);
  expect(screen.queryByText("1.9 s")).not.toBeInTheDocument();
});

it("lets a phone switch between the cards, and shows which one is in view", async () => {
  const user = await show();
  const row = screen.getByRole("region", { name: "Answers" });
  row.scrollTo = vi.fn();
  Object.defineProperty(row, "scrollWidth", { value: 700 });
  Object.defineProperty(row, "clientWidth", { value: 400 });
  const b = screen.getByRole("radio", { name: "Show Assistant B" });
  expect(screen.getByRole("radio", { name: "Show Assistant A" })).toBeChecked();
  await user.click(b);
  expect(row.scrollTo).toHaveBeenCalledWith({ left: 700, behavior: "smooth" });
  row.scrollLeft = 300;
  fireEvent.scroll(row);
  expect(b).toBeChecked();
});

it("has no switch in direct mode", async () => {
  await show({ mode: "direct" });
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
});
