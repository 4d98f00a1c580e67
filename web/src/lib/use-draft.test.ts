import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDraft } from "./use-draft";

function setUp() {
  const sent: string[] = [];
  const hook = renderHook(({ kept }) => useDraft(kept, (text) => sent.push(text)), {
    initialProps: { kept: "" },
  });
  return {
    sent,
    draft: () => hook.result.current[0],
    type: (text: string) => act(() => hook.result.current[1](text)),
    keep: (kept: string) => hook.rerender({ kept }),
  };
}

it("does not let a late update undo fast typing", () => {
  const field = setUp();
  field.type("q");
  field.type("qw");
  field.keep("q");
  expect(field.draft()).toBe("qw");
  field.keep("qw");
  expect(field.draft()).toBe("qw");
  expect(field.sent).toEqual(["q", "qw"]);
});

it("applies a change from outside", () => {
  const field = setUp();
  field.type("q");
  field.keep("q");
  field.keep("");
  expect(field.draft()).toBe("");
  field.keep("llama");
  expect(field.draft()).toBe("llama");
});
