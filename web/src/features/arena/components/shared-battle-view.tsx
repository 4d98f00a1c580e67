import { Link } from "@tanstack/react-router";
import { Link2Off } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { $api } from "@/lib/api-client";
import { usePageTitle } from "@/lib/page-title";
import { describeFailure, Problem } from "@/lib/problem";
import type { SharedBattle } from "../api/battle";
import { turnsOf } from "../fns/conversation";
import { arenaStrings } from "../fns/strings";
import { AnswerCards } from "./answer-cards";
import { BattleStage } from "./battle-stage";
import { prepareMarkdown } from "./load-markdown";
import { Question } from "./question";

const words = arenaStrings.shared;
prepareMarkdown();

/** A shared battle, read-only. */
export function SharedBattleView({ token }: { token: string }) {
  usePageTitle(words.title);
  const { data, error, refetch } = $api.useQuery("get", "/api/shared/{token}", {
    params: { path: { token } },
  });
  return (
    <>
      <meta name="robots" content="noindex" />
      {data ? (
        <Shown battle={data} />
      ) : error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <BattleStage>
          <AnswerCards
            mode="battle"
            turns={[{ key: "1", prompt: "", images: [], answers: {} }]}
            live
            details={null}
          />
        </BattleStage>
      )}
    </>
  );
}

function Shown({ battle }: { battle: SharedBattle }) {
  const turns = turnsOf(battle.messages);
  const [first] = turns;
  return (
    <BattleStage>
      {first && <Question turn={first} />}
      <AnswerCards
        mode={battle.mode}
        turns={turns}
        live={false}
        details={battle.details}
        vote={battle.vote?.vote}
        voteLabel={words.won}
        showFacts
      />
      <div className="mx-auto flex w-full max-w-[900px] shrink-0 flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-panel p-3 shadow-lift">
        <p className="text-dim">{sentenceFor(battle)}</p>
        <Button asChild variant="primary">
          <Link to="/">{words.own}</Link>
        </Button>
      </div>
    </BattleStage>
  );
}

function sentenceFor(battle: SharedBattle): string {
  if (battle.vote) return words.voted[battle.vote.vote];
  return battle.details ? "" : words.blind;
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof Problem && (error.isNotFound || error.status === 422))) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon={Link2Off}
      heading="h1"
      title={words.gone}
      action={
        <Button asChild variant="primary">
          <Link to="/">{words.own}</Link>
        </Button>
      }
    >
      {words.goneDetail}
    </EmptyState>
  );
}
