import { fireEvent, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isComposing, usePlainKeys } from "./hotkey";

it("ignores keys of an input method, also in Safari", () => {
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter" }))).toBe(false);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", isComposing: true }))).toBe(true);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229 }))).toBe(true);
});

it("leaves letters to an open menu, which searches its entries", () => {
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
