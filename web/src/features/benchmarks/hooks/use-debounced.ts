import { useEffect, useState } from "react";

/** The value after it has not changed for a moment, so that requests do not follow every keystroke. */
export function useDebounced<T>(value: T, milliseconds = 450): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are compared by content.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [written, milliseconds]);
  return settled;
}
