import { afterEach, describe, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";
import { toasts } from "./toast-store";

afterEach(() => {
  toasts.set([]);
  Reflect.deleteProperty(document, "execCommand");
});

/** Simulates copying in an old browser, which takes the current selection. */
function oldWay(works: boolean) {
  const taken: string[] = [];
  document.execCommand = (command) => {
    taken.push(`${command} ${document.getSelection()}`);
    return works;
  };
  return taken;
}

describe("copying", () => {
  it("works on plain http, without a clipboard API", async () => {
    vi.stubGlobal("navigator", {});
    const taken = oldWay(true);
    const before = document.activeElement;
    await copyText("It is four.");
    expect(taken).toEqual(["copy It is four."]);
    expect(toasts.get().at(-1)).toMatchObject({ title: "Copied", detail: "It is four." });
    expect(document.activeElement).toBe(before);
    expect(document.body).toBeEmptyDOMElement();
  });

  it("reports a failed copy without repeating the text", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } });
    oldWay(false);
    await copyText("long ".repeat(20_000));
    expect(toasts.get().at(-1)?.title).toMatch(/did not allow copying/);
    expect(toasts.get().at(-1)?.detail?.length).toBeLessThan(200);
  });
});
