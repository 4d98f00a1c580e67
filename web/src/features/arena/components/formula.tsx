import { useEffect, useRef, useState } from "react";
import { enqueue } from "../fns/work-queue";

const MOST_CHARACTERS = 1_500;
/** Hundreds of roots in each other crash the tab. */
const MOST_DEPTH = 20;

/** A formula. Shows its source until KaTeX is loaded, or if it cannot be typeset. */
export function Formula({ tex, block }: { tex: string; block: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSet, setIsSet] = useState(false);
  useEffect(() => {
    if (tex.length > MOST_CHARACTERS || depthOf(tex) > MOST_DEPTH) return;
    let stale = false;
    import("../fns/typeset").then(
      ({ typeset }) => {
        enqueue(() => {
          if (!stale && place.current) setIsSet(typeset(tex, block, place.current));
        });
      },
      // Without KaTeX the source is shown.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [tex, block]);
  const source = <code hidden={isSet}>{tex}</code>;
  return block ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
    <div className="formula-scroll" tabIndex={0} dir="ltr">
      {source}
      <span ref={place} />
    </div>
  ) : (
    <span dir="ltr">
      {source}
      <span ref={place} />
    </span>
  );
}

function depthOf(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of tex) {
    if (sign === "{") deepest = Math.max(deepest, ++depth);
    else if (sign === "}") depth -= 1;
  }
  return deepest;
}
