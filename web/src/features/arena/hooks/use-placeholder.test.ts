import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { usePlaceholder } from "./use-placeholder";

const shown = (text: string) => renderHook(() => usePlaceholder(text)).result.current;
const LONG = "Ask a follow-up, both will answer…";

it("is short on phones", () => {
  expect(shown(LONG)).toBe(LONG);
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
  expect(shown(LONG)).toBe("Ask both again…");
  expect(shown("Anything else")).toBe("Anything else");
});
