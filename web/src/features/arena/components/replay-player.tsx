import { useQuery } from "@tanstack/react-query";
import { Pause, Play, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Segmented } from "@/components/ui/segmented";
import { formatDuration } from "@/lib/format";
import { usePlainKeys } from "@/lib/hotkey";
import { describeFailure } from "@/lib/problem";
import type { Battle, Replay } from "../api/battle";
import { replayQuery } from "../api/get-battle";
import { turnsOf } from "../fns/conversation";
import { replayFrame, replayLength } from "../fns/replay-clock";
import { arenaStrings } from "../fns/strings";
import { SPEEDS, useReplayClock } from "../hooks/use-replay-clock";
import { AnswerCards } from "./answer-cards";
import { Question } from "./question";

const words = arenaStrings.replay;
const STEP_MS = 1_000;

interface ReplayPlayerProps {
  battle: Battle;
  onClose: () => void;
}

/** Replays the battle as it streamed. */
export function ReplayPlayer({ battle, onClose }: ReplayPlayerProps) {
  const { data, error, refetch } = useQuery(replayQuery(battle.battle_id));
  if (data) return <Player battle={battle} replay={data as Replay} onClose={onClose} />;
  if (error) {
    return (
      <>
        <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />
        <Button variant="ghost" className="self-center" onClick={onClose}>
          {words.close}
        </Button>
      </>
    );
  }
  const waiting = turnsOf(battle.messages)
    .slice(0, 1)
    .map((turn) => ({ ...turn, answers: {} }));
  return <AnswerCards mode={battle.mode} turns={waiting} live details={battle.details} />;
}

function Player({ battle, replay, onClose }: ReplayPlayerProps & { replay: Replay }) {
  const length = replayLength(replay.turns);
  const clock = useReplayClock(length);
  const turns = replayFrame(replay.turns, clock.now);
  const [first] = turns;
  usePlainKeys((key) => {
    const act = {
      " ": clock.toggle,
      ArrowRight: () => clock.seek(clock.now + STEP_MS),
      ArrowLeft: () => clock.seek(clock.now - STEP_MS),
      Escape: onClose,
    }[key];
    act?.();
    return act !== undefined;
  });
  const label = clock.playing ? words.pause : words.play;
  const Icon = clock.playing ? Pause : Play;
  const position = words.at(formatDuration(clock.now), formatDuration(length));

  return (
    <>
      {first && <Question turn={first} />}
      <AnswerCards
        mode={battle.mode}
        turns={turns}
        live={clock.now < length}
        details={battle.details}
        vote={battle.vote?.vote}
      />
      <section
        aria-label={words.label}
        className="mx-auto flex w-full max-w-[900px] shrink-0 flex-wrap items-center gap-2.5 rounded-2xl border border-line bg-panel p-2.5 shadow-lift"
      >
        <Button variant="primary" size="icon" aria-label={label} onClick={clock.toggle}>
          <Icon aria-hidden="true" />
        </Button>
        <input
          type="range"
          aria-label={words.position}
          aria-valuetext={position}
          min={0}
          max={Math.max(1, length)}
          step={100}
          value={clock.now}
          onChange={(event) => clock.seek(Number(event.target.value))}
          className="h-10 min-w-32 flex-1 accent-accent"
        />
        <span className="text-xs text-dim tabular-nums max-md:order-last">{position}</span>
        <Segmented
          label={words.speed}
          value={clock.speed}
          onChange={clock.setSpeed}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        />
        <Button variant="ghost" size="icon" aria-label={words.close} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </section>
    </>
  );
}
