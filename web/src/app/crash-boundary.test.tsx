import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CrashBoundary } from "./crash-boundary";

function Broken(): never {
  throw new Error("bug");
}

it("shows a message and a way to continue", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("llmbattler stopped unexpectedly.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeInTheDocument();
});
