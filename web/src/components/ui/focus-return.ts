import { useRef } from "react";

/**
 * Radix gives the focus back to a dialog's own trigger, and ours open from elsewhere. So the element that had
 * it is remembered, unless something took the focus meanwhile, such as the page that a choice led to.
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
