import { useRef } from "react";

/**
 * Remembers which element had focus and returns it when a dialog closes. Radix returns focus only to the dialog's own
 * trigger. Focus that moved in the meantime, for example to a new page, is left alone.
 */
export function useFocusReturn(after?: () => HTMLElement | null | undefined) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const lost = !document.activeElement || document.activeElement === document.body;
      const next = after?.() ?? before.current;
      if (lost && next instanceof HTMLElement) next.focus();
    },
  };
}
