import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { CodeBlock } from "./code-block";

it("H02: marks hidden characters and copies the code without them, or raw", async () => {
  const user = userEvent.setup();
  const source = "rm -rf tmp\u202e #\r echo\u200b";
  const { container } = render(<CodeBlock language="nolang" source={source} closed />);
  const marks = screen.getAllByRole("img").map((mark) => mark.getAttribute("aria-label"));
  expect(marks).toEqual(["202E", "000D", "200B"].map((code) => `Hidden character U+${code}`));
  expect(container.querySelector("code")).toHaveTextContent("rm -rf tmp # echo");
  expect(screen.getByText("3 hidden characters")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Copy code" }));
  expect(await navigator.clipboard.readText()).toBe("rm -rf tmp # echo");
  await user.click(screen.getByRole("button", { name: "Copy raw" }));
  expect(await navigator.clipboard.readText()).toBe(source);
});

it("H02: has one button for code that is what it looks like", () => {
  render(<CodeBlock language="" source={"a\tb\nc"} closed />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});
