import { Link } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { ExampleBattles as Examples } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.battles;

/** Display names of models by id, passed in from the catalog feature. */
export type ModelNames = ReadonlyMap<string, string>;

interface ExampleBattlesProps {
  data: Examples | undefined;
  names: ModelNames;
  nothing: string;
}

/** Shared battles, newest first. */
export function ExampleBattles({ data, names, nothing }: ExampleBattlesProps) {
  if (!data) return <Skeleton className="h-28 w-full rounded-card" />;
  if (data.battles.length === 0) return <p className="text-dim">{nothing}</p>;
  return (
    <Card>
      <ul>
        {data.battles.map((battle) => (
          <li
            key={battle.share_path}
            className="relative flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0 hover:bg-soft/60"
          >
            <MessageSquareText aria-hidden="true" className="size-4 shrink-0 text-faint" />
            <div className="min-w-0 flex-1 leading-snug">
              <Link
                to={battle.share_path}
                className="block truncate font-medium after:absolute after:inset-0"
              >
                {battle.title || words.untitled}
              </Link>
              <p className="truncate text-xs text-dim">{outcomeOf(battle, names)}</p>
            </div>
            <span className="relative z-10 shrink-0 text-xs text-dim">
              <RelativeTime iso={battle.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function outcomeOf(battle: Examples["battles"][number], names: ModelNames): string {
  const left = names.get(battle.left_model_id) ?? battle.left_model_id;
  const right = names.get(battle.right_model_id) ?? battle.right_model_id;
  const pair = words.versus(left, right);
  return battle.vote ? `${pair} · ${words.vote[battle.vote](left, right)}` : pair;
}
