import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MarkdownBlock } from "./markdown-block";

it("renders line breaks in table cells only", () => {
  const source = "| a |\n|--|\n| one<br>two<BR/>three <br onclick=x> |";
  render(<MarkdownBlock source={source} definitions="" />);
  const cell = screen.getByRole("cell");
  expect(cell.querySelectorAll("br")).toHaveLength(2);
  expect(cell).toHaveTextContent("onetwothree <br onclick=x>");
});
