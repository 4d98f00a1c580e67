import { useEffect, useRef, useState } from "react";

const MOST_CHARACTERS = 3_000;

/** A formula. Shows its source until KaTeX is loaded, or if it cannot be typeset. */
export function Formula({ tex, block }: { tex: string; block: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSet, setIsSet] = useState(false);
  useEffect(() => {
    if (tex.length > MOST_CHARACTERS) return;
    let stale = false;
    import("../fns/typeset").then(
      ({ typeset }) => {
        if (!stale && place.current) setIsSet(typeset(tex, block, place.current));
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
