import { Link } from "@tanstack/react-router";
import { LogIn, Swords } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { usePageTitle, useTabDoneMark } from "@/lib/page-title";
import { describeFailure, Problem } from "@/lib/problem";
import type { Mode } from "../api/battle";
import { isBusy } from "../fns/battle-state";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";
import type { TurnPlace } from "../fns/turn-stream";
import { ScrollStateProvider, useNewScrollState } from "../hooks/scroll-state";
import { useBattleRun } from "../hooks/use-battle-run";
import { AnswerCards } from "./answer-cards";
import { BattleScreen } from "./battle-screen";
import { BattleStage } from "./battle-stage";
import { prepareMarkdown } from "./load-markdown";
import { ModeSwitch } from "./mode-switch";
import { PendingBattle } from "./pending-battle";
import { SignInLink } from "./problem-notice";

const words = arenaStrings.battle;
prepareMarkdown();

interface BattlePageViewProps {
  battleId: string;
  models: readonly PickableModel[];
  replaying: boolean;
  onReplay: (replaying: boolean) => void;
  onStarted: (place: TurnPlace) => void;
  onNewBattle: (sessionId: string) => void;
  onMode: (mode: Mode) => void;
  siblings: (sessionId: string) => ReactNode;
  /** Sets the title of the tab. */
  sessionTitle: (sessionId: string) => ReactNode;
}

export function BattlePageView(props: BattlePageViewProps) {
  usePageTitle(arenaStrings.title);
  const running = useBattleRun(props.battleId);
  const { state } = running;
  useTabDoneMark(isBusy(state), !state.problem && !state.voidMessage && state.phase !== "void");
  const { data, error, refetch } = running.stored;
  const mode = data?.mode ?? "battle";
  const place = useNewScrollState();
  return (
    <ScrollStateProvider value={place}>
      <ModeSwitch mode={mode} onChange={props.onMode} />
      {data && props.sessionTitle(data.session_id)}
      {data ? (
        <BattleScreen
          battle={data}
          running={running}
          models={props.models}
          replaying={props.replaying}
          onReplay={props.onReplay}
          onStarted={props.onStarted}
          onNewBattle={props.onNewBattle}
          siblings={props.siblings(data.session_id)}
        />
      ) : isBusy(running.state) ? (
        <PendingBattle mode={mode} state={running.state} />
      ) : error ? (
        <Failed
          error={error}
          signedOut={running.state.problem?.status === 401}
          onRetry={() => refetch()}
        />
      ) : (
        <Loading />
      )}
    </ScrollStateProvider>
  );
}

function Loading() {
  const turn = { key: "1", prompt: "", images: [], answers: {} };
  return (
    <BattleStage>
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <AnswerCards mode="battle" turns={[turn]} live details={null} />
    </BattleStage>
  );
}

/** The stream was closed because the user was signed out, here or in another tab. */
function SignedOut() {
  const { title, detail } = arenaStrings.signedOut;
  return (
    <div role="status">
      <EmptyState icon={LogIn} heading="h1" title={title} action={<SignInLink />}>
        {detail}
      </EmptyState>
    </div>
  );
}

interface FailedProps {
  error: Error;
  signedOut: boolean;
  onRetry: () => void;
}

function Failed({ error, signedOut, onRetry }: FailedProps) {
  if (signedOut) return <SignedOut />;
  if (!(error instanceof Problem && (error.isNotFound || error.status === 422))) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon={Swords}
      heading="h1"
      title={words.gone}
      action={
        <Button asChild variant="primary">
          <Link to="/">{words.new}</Link>
        </Button>
      }
    >
      {words.goneDetail}
    </EmptyState>
  );
}
