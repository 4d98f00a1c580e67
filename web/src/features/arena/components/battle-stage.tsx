import type { ReactNode } from "react";

/** As high as the window leaves room (the frame sees to that), so that the cards scroll and the vote stays in sight. */
export function BattleStage({ children }: { children: ReactNode }) {
  return (
    <div data-stage className="flex h-full min-h-[26rem] flex-col gap-2.5 md:gap-3.5">
      {children}
    </div>
  );
}
