import type { ReactNode } from "react";

/** A table if there is room, otherwise a list of cards. */
export function TableOrCards({ table, cards }: { table: ReactNode; cards: ReactNode }) {
  return (
    <div className="@container">
      <div className="@max-[50rem]:hidden">{table}</div>
      <div className="@min-[50rem]:hidden">{cards}</div>
    </div>
  );
}
