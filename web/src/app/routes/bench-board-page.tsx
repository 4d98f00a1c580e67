import { getRouteApi } from "@tanstack/react-router";
import { BoardView } from "@/features/benchmarks/components/board/board-view";
import { boardStrings } from "@/features/benchmarks/fns/board-strings";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/benchmarks/board");

export function BenchBoardPage() {
  usePageTitle(boardStrings.title);
  const navigate = route.useNavigate();
  return (
    <BoardView
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
