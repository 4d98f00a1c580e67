import { createContext, type RefObject, useContext, useRef } from "react";
import type { Side } from "../api/battle";

/** Where somebody reads in two answers. */
interface ReadingPlace {
  /** At the end of the growing text, wherever that is. */
  follows: boolean;
  tops: Partial<Record<Side, number | undefined>>;
}

const beginning = (): ReadingPlace => ({ follows: true, tops: {} });

const Kept = createContext<RefObject<ReadingPlace> | undefined>(undefined);

/** Around cards that are drawn anew while they are read, as when the stored battle arrives after its first words. */
export const KeepReadingPlace = Kept.Provider;

export const useNewReadingPlace = () => useRef(beginning());

export function useReadingPlace(): RefObject<ReadingPlace> {
  const own = useRef(beginning());
  return useContext(Kept) ?? own;
}
