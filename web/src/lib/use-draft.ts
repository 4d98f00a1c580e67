import { useState } from "react";

/**
 * Text that is typed here and stored elsewhere (in the URL) a moment later. Typing is never overwritten by its own
 * delayed update, but outside changes, such as "clear" or the back button, are applied.
 */
export function useDraft(
  kept: string,
  onChange: (text: string) => void,
): [string, (text: string) => void] {
  const [draft, setDraft] = useState(kept);
  const [seen, setSeen] = useState(kept);
  const [awaited, setAwaited] = useState<string[]>([]);

  if (kept !== seen) {
    setSeen(kept);
    const echo = awaited.indexOf(kept);
    setAwaited(echo === -1 ? [] : awaited.slice(echo + 1));
    if (echo === -1) setDraft(kept);
  }

  const type = (text: string) => {
    setDraft(text);
    setAwaited([...awaited, text]);
    onChange(text);
  };
  return [draft, type];
}
