import { fireEvent, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isComposing, usePlainKeys } from "./hotkey";

it("leaves the keys of an input method alone, also in the way Safari tells it", () => {
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter" }))).toBe(false);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", isComposing: true }))).toBe(true);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229 }))).toBe(true);
});

it("leaves letters to an open menu, which looks for its entries with them", () => {
  const onKey = vi.fn(() => true);
  renderHook(() => usePlainKeys(onKey));
  const menu = document.createElement("div");
  menu.role = "menu";
  menu.dataset.state = "open";
  document.body.append(menu);
  fireEvent.keyDown(menu, { key: "1" });
  expect(onKey).not.toHaveBeenCalled();
  menu.dataset.state = "closed";
  fireEvent.keyDown(document.body, { key: "1" });
  expect(onKey).toHaveBeenCalledExactlyOnceWith("1");
  menu.remove();
});
