import { useRef } from "react";

/** Puts words into a text box where its cursor stands, and leaves the cursor behind them. */
export function useInsert(text: string, onChange: (text: string) => void) {
  const box = useRef<HTMLTextAreaElement>(null);
  const insert = (words: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {};
    onChange(text.slice(0, selectionStart) + words + text.slice(selectionEnd));
    requestAnimationFrame(() => {
      box.current?.focus();
      const end = selectionStart + words.length;
      box.current?.setSelectionRange(end, end);
    });
  };
  return { box, insert };
}
