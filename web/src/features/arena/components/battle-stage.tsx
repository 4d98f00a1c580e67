import type { ReactNode } from "react";

/** Fills the height of the window, so that the cards scroll and the vote stays visible. */
export function BattleStage({ children }: { children: ReactNode }) {
  return (
    <div data-stage className="flex h-full min-h-[26rem] flex-col gap-2.5 md:gap-3.5">
      {children}
    </div>
  );
}
