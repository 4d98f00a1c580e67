import { fireEvent, screen } from "@testing-library/react";
import { fakeArena } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { expect, it, vi } from "vitest";

it("is as high as its text, also after rotating a phone", async () => {
  fakeArena({});
  const height = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(172);
  const { user } = renderApp("/");
  const box = await screen.findByRole("textbox", { name: "Your prompt" });
  await user.type(box, "Why");
  expect(box).toHaveStyle({ height: "172px" });
  height.mockReturnValue(56);
  fireEvent(window, new Event("resize"));
  expect(box).toHaveStyle({ height: "56px" });
});
