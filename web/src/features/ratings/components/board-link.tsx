import { Link } from "@tanstack/react-router";
import type { Board } from "../api/ratings";
import { boardLabel } from "../fns/boards";

/** A board's name in a row of which all leads to the board. */
export function BoardLink({ board }: { board: Pick<Board, "board" | "kind" | "label"> }) {
  return (
    <Link
      to="/leaderboard"
      search={{ board: board.board }}
      className="font-medium after:absolute after:inset-0"
    >
      {boardLabel(board)}
    </Link>
  );
}
