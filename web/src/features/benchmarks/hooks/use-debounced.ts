import { useEffect, useState } from "react";

/** What something is after it has stayed the same for a moment: typing is not followed letter by letter. */
export function useDebounced<T>(value: T, milliseconds = 450): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are one value, whoever made them.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [written, milliseconds]);
  return settled;
}
