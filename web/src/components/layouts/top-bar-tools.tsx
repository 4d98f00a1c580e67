import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { createStore, useStore } from "@/lib/store";

const place = createStore<HTMLElement | null>(null);

/** The place in the top bar where a page can add its own tools. */
export function TopBarSlot() {
  return <div ref={place.set} className="flex items-center" />;
}

export function TopBarTools({ children }: { children: ReactNode }) {
  const target = useStore(place);
  return target ? createPortal(children, target) : null;
}
