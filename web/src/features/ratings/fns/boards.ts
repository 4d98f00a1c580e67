import { categoryName } from "@/lib/category-name";
import { languageName } from "@/lib/language-name";
import type { Board } from "../api/ratings";
import { styledBoard } from "./leaderboard-search";
import { ratingsStrings } from "./strings";

/** The label of a leaderboard. Languages come as codes. */
export function boardLabel({
  board,
  kind,
  label,
}: Pick<Board, "board" | "kind" | "label">): string {
  if (kind === "language") return capital(languageName(board.slice("language:".length)));
  if (kind === "style_control" && board.includes(":")) {
    return ratingsStrings.boards.styled(categoryName(board.slice(board.indexOf(":") + 1)));
  }
  if (kind === "category") return categoryName(board.slice("category:".length));
  return label;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface Groups {
  /** The most used leaderboards. */
  main: Board[];
  categories: Board[];
  languages: Board[];
  judges: Board[];
  imported: Board[];
}

const GROUP: Record<Board["kind"], keyof Groups | undefined> = {
  overall: "main",
  last_30_days: "main",
  side_by_side: "main",
  usage: "main",
  category: "categories",
  language: "languages",
  judge: "judges",
  import: "imported",
  style_control: undefined,
};

export function groupBoards(boards: readonly Board[]): Groups {
  const groups: Groups = { main: [], categories: [], languages: [], judges: [], imported: [] };
  for (const board of boards) {
    const group = GROUP[board.kind];
    if (group) groups[group].push(board);
  }
  return groups;
}

/** Whether a style-controlled version of this leaderboard exists. */
export function hasStyled(boards: readonly Board[], board: string): boolean {
  const styled = styledBoard(board);
  return styled !== undefined && boards.some((one) => one.board === styled);
}

/** Style-controlled categories come last. */
export function plainFirst<T extends Pick<Board, "board">>(boards: readonly T[]): T[] {
  const isDeep = ({ board }: T) => Number(board.startsWith("style_control:"));
  return boards.toSorted((a, b) => isDeep(a) - isDeep(b));
}
