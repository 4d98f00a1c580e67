import { useState } from "react";

/**
 * Text that is typed here and kept elsewhere (in the URL) a moment later. Typing is never overwritten
 * by its own late echo, but a change from outside, such as "clear" or the back button, is taken over.
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
