import { createContext, type RefObject, useContext, useRef } from "react";
import type { Side } from "../api/battle";

/** The scroll position in two answers. */
interface ScrollState {
  /** Whether the reader is at the end of the growing text. */
  follows: boolean;
  tops: Partial<Record<Side, number | undefined>>;
}

const initialState = (): ScrollState => ({ follows: true, tops: {} });

const ScrollContext = createContext<RefObject<ScrollState> | undefined>(undefined);

/** Keeps the scroll position of cards that are mounted again, for example when the stored battle arrives. */
export const ScrollStateProvider = ScrollContext.Provider;

export const useNewScrollState = () => useRef(initialState());

export function useScrollState(): RefObject<ScrollState> {
  const own = useRef(initialState());
  return useContext(ScrollContext) ?? own;
}
