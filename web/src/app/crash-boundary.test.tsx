import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CrashBoundary } from "./crash-boundary";

function Broken(): never {
  throw new Error("bug");
}

it("ends in words and a way out", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("llmbattler stopped unexpectedly.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeInTheDocument();
});
