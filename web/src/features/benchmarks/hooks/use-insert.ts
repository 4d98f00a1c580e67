import { useRef } from "react";

/** Inserts text at the cursor of a text box and moves the cursor behind it. */
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
