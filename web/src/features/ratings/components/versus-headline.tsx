import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { ModelLogo } from "@/components/ui/model-logo";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Versus, VersusBoard } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { estimateWords, formatPercent, formatRating, separationWords, votesOf } from "../fns/words";
import { WinBar } from "./win-bar";

const words = ratingsStrings.versus;

/** The result at a glance: who wins how often, with the interval, and how many more votes would settle it. */
export function VersusHeadline({ data, action }: { data: Versus; action: ReactNode }) {
  const overall = data.boards.find((board) => board.kind === "overall");
  const votes = overall ? votesOf(overall.record) : 0;
  return (
    <Card className="flex flex-col gap-4 p-4 md:p-5">
      <div className="grid grid-cols-2 gap-4">
        <Contestant model={data.a} side="left" />
        <Contestant model={data.b} side="right" />
      </div>
      {overall?.observed && votes > 0 ? (
        <div>
          <p className="mb-1.5 text-center text-lg font-semibold tracking-tight">
            {headline(data, overall.observed)}{" "}
            <span className="text-sm font-normal text-dim max-sm:block">
              {words.interval(...bounds(overall.observed))}
            </span>
          </p>
          <WinBar
            tall
            record={overall.record}
            observed={overall.observed}
            label={words.bar(data.a.model_name, estimateWords(overall.observed), data.b.model_name)}
          />
          <Counts board={overall} />
        </div>
      ) : (
        <p className="py-3 text-center text-dim">{words.noVotes}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3.5">
        <p className="max-w-prose text-dim">
          {expectation(data, overall)} {separationWords(data.votes_to_separate)}
        </p>
        {action}
      </div>
    </Card>
  );
}

function headline({ a, b }: Versus, observed: NonNullable<VersusBoard["observed"]>): string {
  if (Math.round(observed.value * 100) === 50) return words.even;
  return observed.value > 0.5
    ? words.headline(a.model_name, formatPercent(observed.value))
    : words.headline(b.model_name, formatPercent(1 - observed.value));
}

/** The interval of the leading model, in percent. */
function bounds({ value, low, high }: NonNullable<VersusBoard["observed"]>): [number, number] {
  const [from, to] = value >= 0.5 ? [low, high] : [1 - high, 1 - low];
  return [Math.round(from * 100), Math.round(to * 100)];
}

/** The expected share of wins by rating, and whether the votes agree with it. */
function expectation({ a }: Versus, overall: VersusBoard | undefined): string {
  if (!overall?.predicted) return "";
  const { observed, predicted } = overall;
  const expected = words.expected(a.model_name, estimateWords(predicted));
  if (!observed) return expected;
  const fits = observed.low <= predicted.high && predicted.low <= observed.high;
  return `${expected} ${fits ? words.agrees : words.differs}`;
}

function Contestant({ model, side }: { model: Versus["a"]; side: "left" | "right" }) {
  const right = side === "right";
  return (
    <div
      className={cn(
        "flex min-w-0 items-center gap-3 border-t-3 pt-3",
        right ? "flex-row-reverse border-side-right text-right" : "border-side-left",
      )}
    >
      <ModelLogo
        modelId={model.model_id}
        name={model.model_name}
        className="size-10 rounded-xl text-sm max-sm:hidden"
      />
      <div className="min-w-0">
        <NameOf model={model} />
        <p className="text-[13px] text-dim tabular-nums">{standing(model)}</p>
      </div>
    </div>
  );
}

function NameOf({ model }: { model: Versus["a"] }) {
  const look = "block truncate text-[15px] font-semibold max-md:py-2.5";
  if (!model.status) return <span className={look}>{model.model_name}</span>;
  return (
    <Link
      to="/models/$modelId"
      params={{ modelId: model.model_id }}
      className={cn(look, "hover:underline")}
    >
      {model.model_name}
    </Link>
  );
}

function standing({ elo_score, elo_ci, rank }: Versus["a"]): string {
  if (elo_score === null || elo_ci === null) return words.unrated;
  const rated = words.rated(formatRating(elo_score), `±${elo_ci}`);
  return rank === null ? rated : `${rated} · ${words.place(rank)}`;
}

function Counts({ board: { record } }: { board: VersusBoard }) {
  return (
    <div className="mt-1.5 flex justify-between gap-3 text-[13px] text-dim tabular-nums">
      <span>{words.won(formatCount(record.wins))}</span>
      <span>{words.undecided(formatCount(record.ties), formatCount(record.both_bad))}</span>
      <span>{words.won(formatCount(record.losses))}</span>
    </div>
  );
}
