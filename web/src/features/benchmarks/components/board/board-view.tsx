import { Link } from "@tanstack/react-router";
import { Play, Trophy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import type { BoardSearch } from "../../fns/board-search";
import { boardStrings as words } from "../../fns/board-strings";
import { BenchNav } from "../parts/bench-nav";
import { Loaded } from "../parts/loaded";
import { BoardScatter } from "./board-scatter";
import { BoardTable } from "./board-table";

interface BoardViewProps {
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
}

/** Benchmark scores next to arena ratings. */
export function BoardView({ search, onSearch }: BoardViewProps) {
  return (
    <div className="flex flex-col gap-6">
      <BenchNav current="board" />
      <PageHead title={words.title} lead={words.lead} />
      <Loaded
        query={$api.useQuery("get", "/api/bench/board")}
        name={words.title}
        skeleton={<BoardSkeleton />}
      >
        {(board) =>
          board.rows.length === 0 ? (
            <Nothing />
          ) : (
            <>
              <BoardTable board={board} />
              <Section title={words.scatter.heading}>
                <BoardScatter board={board} search={search} onSearch={onSearch} />
              </Section>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Nothing() {
  return (
    <EmptyState
      icon={Trophy}
      title={words.empty.title}
      action={
        <Button asChild variant="primary">
          <Link to="/benchmarks/new-run">
            <Play aria-hidden="true" />
            {words.empty.action}
          </Link>
        </Button>
      }
    >
      {words.empty.detail}
    </EmptyState>
  );
}

function BoardSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-80 w-full rounded-card" />
      <Skeleton className="h-96 w-full rounded-card" />
    </div>
  );
}
