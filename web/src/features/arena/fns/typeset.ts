import katex from "katex";
import "katex/dist/katex.min.css";

/** Sets a formula. No links, no pictures, no attributes, few macros, nothing larger than the card. */
export function typeset(tex: string, block: boolean, place: HTMLElement): boolean {
  try {
    katex.render(tex, place, {
      displayMode: block,
      trust: false,
      strict: "ignore",
      maxExpand: 300,
      maxSize: 12,
      throwOnError: true,
      output: "htmlAndMathml",
    });
    return true;
  } catch {
    place.replaceChildren();
    return false;
  }
}
