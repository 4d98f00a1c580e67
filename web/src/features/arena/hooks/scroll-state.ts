import { createContext, type RefObject, useContext, useRef } from "react";
import type { Side } from "../api/battle";

/** Where somebody reads in two answers. */
interface ScrollState {
  /** At the end of the growing text, wherever that is. */
  follows: boolean;
  tops: Partial<Record<Side, number | undefined>>;
}

const beginning = (): ScrollState => ({ follows: true, tops: {} });

const ScrollContext = createContext<RefObject<ScrollState> | undefined>(undefined);

/** Around cards that are drawn anew while they are read, as when the stored battle arrives after its first words. */
export const ScrollStateProvider = ScrollContext.Provider;

export const useNewScrollState = () => useRef(beginning());

export function useScrollState(): RefObject<ScrollState> {
  const own = useRef(beginning());
  return useContext(ScrollContext) ?? own;
}
