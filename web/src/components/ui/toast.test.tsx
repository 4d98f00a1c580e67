import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";
import { ToastRegion } from "./toast";
import { dismissToast, toast, toasts } from "./toast-store";

afterEach(() => {
  act(() => toasts.set([]));
});

it("shows title, detail and a request id that can be copied", async () => {
  render(<ToastRegion />);
  act(() => toast({ title: "Not saved", detail: "The disk is full.", requestId: "req_8" }));
  expect((await screen.findAllByText("Not saved")).length).toBeGreaterThan(0);
  expect(screen.getAllByText("The disk is full.").length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Copy request ID" })).toBeInTheDocument();
});

it("keeps the newest three and removes one by its id", () => {
  for (const title of ["a", "b", "c", "d"]) toast({ title });
  expect(toasts.get().map((shown) => shown.title)).toEqual(["b", "c", "d"]);
  dismissToast(toasts.get()[1]?.id ?? 0);
  expect(toasts.get().map((shown) => shown.title)).toEqual(["b", "d"]);
});

it("reports when the browser forbids copying", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } });
  await copyText("req_1");
  expect(toasts.get().at(-1)?.title).toMatch(/did not allow copying/);
});
