import { Link } from "@tanstack/react-router";
import type { Board } from "../api/ratings";
import { boardLabel } from "../fns/boards";

/** The name of a leaderboard, in a row that is clickable as a whole. */
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
