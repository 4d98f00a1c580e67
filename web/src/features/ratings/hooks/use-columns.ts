import { useState } from "react";
import { readLocal, writeLocal } from "@/lib/safe-local-storage";
import { type Column, chooseColumns, joinColumns } from "../fns/columns";

const MEMORY = "leaderboard.columns";

/** Chosen columns are in the address, to be shared, and are remembered for the next visit. */
export function useColumns(
  address: string | undefined,
  onAddress: (columns: string) => void,
): [Column[], (columns: readonly Column[]) => void] {
  const [remembered, setRemembered] = useState(() => readLocal(MEMORY));
  const choose = (columns: readonly Column[]) => {
    const text = joinColumns(columns);
    writeLocal(MEMORY, text);
    setRemembered(text);
    onAddress(text);
  };
  return [chooseColumns(address, remembered), choose];
}
