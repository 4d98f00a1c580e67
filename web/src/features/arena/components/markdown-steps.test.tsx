import { act, render, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { Markdown } from "./markdown";

beforeAll(async () => {
  // The parser is loaded on demand; load it before these tests.
  await import("./markdown-block");
});

async function show(text: string) {
  const first = render(<Markdown text="*ready*" />);
  await waitFor(() => expect(first.container.querySelector("em")).not.toBeNull());
  first.unmount();
  return render(<Markdown text={text} />);
}

describe("H01: long answers are shown in steps", () => {
  const rows = Array.from({ length: 40 }, (_, index) => `| ${index} | b |`).join("\n");
  const tables = (count: number) => `|a|b|\n|-|-|\n${rows}\n\n`.repeat(count);

  it("and completely in the end", async () => {
    const { container } = await show(`${tables(60)}The end.`);
    expect(container.querySelectorAll("table").length).toBeLessThan(60);
    await waitFor(() => expect(container).toHaveTextContent("The end."));
    expect(container.querySelectorAll("table")).toHaveLength(60);
    expect(container.querySelector(".prose-long")).not.toBeNull();
  });

  it("but short ones at once", async () => {
    const { container } = await show(`${tables(3)}The end.`);
    await act(async () => {});
    expect(container).toHaveTextContent("The end.");
    expect(container.querySelector(".prose-long")).toBeNull();
  });

  it("with formulas that are too deep as text", async () => {
    const tex = `${"\\sqrt{".repeat(30)}x${"}".repeat(30)}`;
    const { container } = await show(`$$${tex}$$ and $\\sqrt{x}$`);
    await waitFor(() => expect(container.querySelectorAll(".katex")).toHaveLength(1));
    expect(container.querySelector("code")).toHaveTextContent(tex);
  });
});
