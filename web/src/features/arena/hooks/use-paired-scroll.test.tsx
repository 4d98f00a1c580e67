import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ScrollStateProvider, useNewScrollState } from "./scroll-state";
import { usePairedScroll } from "./use-paired-scroll";

function Cards({ live, text }: { live: boolean; text: string }) {
  const scroll = usePairedScroll(live, text);
  return (
    <>
      <section aria-label="left" {...scroll("left")} />
      <section aria-label="right" {...scroll("right")} />
    </>
  );
}

function Page({ stored }: { stored: boolean }) {
  const place = useNewScrollState();
  return (
    <ScrollStateProvider value={place}>
      {stored ? (
        <Cards live text="2" />
      ) : (
        <div>
          <Cards live text="1" />
        </div>
      )}
    </ScrollStateProvider>
  );
}

const card = (name: string) => screen.getByRole("region", { name });

function grow(height: number) {
  for (const name of ["left", "right"]) {
    Object.defineProperty(card(name), "scrollHeight", { value: height, configurable: true });
  }
}

describe("two cards", () => {
  it("follow the text until the reader scrolls up, and again from the next turn on", () => {
    const { rerender } = render(<Cards live text="1" />);
    grow(500);
    rerender(<Cards live text="2" />);
    expect(card("left").scrollTop).toBe(500);

    fireEvent.wheel(card("left"), { deltaY: -100 });
    grow(900);
    rerender(<Cards live text="3" />);
    expect(card("left").scrollTop).toBe(500);
    rerender(<Cards live={false} text="3" />);
    expect(card("left").scrollTop).toBe(500);

    grow(1_200);
    rerender(<Cards live text="4" />);
    expect([card("left").scrollTop, card("right").scrollTop]).toEqual([1_200, 1_200]);
  });

  it("keep the scroll position when they are mounted again", () => {
    const { rerender } = render(<Page stored={false} />);
    grow(500);
    const before = card("left");
    fireEvent.wheel(before, { deltaY: -100 });
    before.scrollTop = 120;
    fireEvent.scroll(before);
    rerender(<Page stored />);
    expect(card("left")).not.toBe(before);
    expect(card("left").scrollTop).toBe(120);
  });
});
