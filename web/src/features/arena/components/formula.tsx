import { useEffect, useRef, useState } from "react";

const MOST_SIGNS = 3_000;

/** A formula; until the typesetter is there, and wherever it refuses, its source. */
export function Formula({ tex, block }: { tex: string; block: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSet, setIsSet] = useState(false);
  useEffect(() => {
    if (tex.length > MOST_SIGNS) return;
    let stale = false;
    import("../fns/typeset").then(
      ({ typeset }) => {
        if (!stale && place.current) setIsSet(typeset(tex, block, place.current));
      },
      // Without the typesetter the source stays.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [tex, block]);
  const source = <code hidden={isSet}>{tex}</code>;
  return block ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
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
