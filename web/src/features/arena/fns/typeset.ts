import katex from "katex";
import "katex/dist/katex.min.css";

/** Typesets a formula without links, images, attributes or most macros, and limits its size. */
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
