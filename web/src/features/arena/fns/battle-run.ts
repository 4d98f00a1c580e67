import { Problem } from "@/lib/problem";
import { createStore, type Store } from "@/lib/store";
import type { ImageRef } from "../api/battle";
import { openTurn, type PromptRequest, resumeTurn } from "../api/open-turn";
import {
  type Attempt,
  type BattleEvent,
  type BattleState,
  idleBattle,
  isBusy,
  nextBattleState,
} from "./battle-state";
import { followTurn, type TurnEvent, type TurnPlace } from "./turn-stream";

interface Watch {
  onStart?: (place: TurnPlace) => void;
  onEnd?: () => void;
}

const HIDDEN_FRAME_MS = 250;

/** The state of one battle on this page. It lives outside React, so that navigation does not close its stream. */
export class BattleRun {
  readonly state: Store<BattleState> = createStore(idleBattle);
  #abort: AbortController | undefined;
  #lastEnded: Attempt | undefined;
  #lastTry: (() => Promise<void>) | undefined;
  #left = "";
  #right = "";
  #cancelFrame: (() => void) | undefined;

  /** Whether these answers have already ended here, so that a stored battle that calls them running is out of date. */
  hasEnded({ messageId, answerId }: Attempt): boolean {
    const ended = this.#lastEnded;
    return ended !== undefined && ended.messageId === messageId && ended.answerId === answerId;
  }

  dispatch(event: BattleEvent): void {
    const { turn } = this.state.get();
    if (event.type === "done" || event.type === "void") this.#lastEnded = turn;
    else if (event.type === "send" || event.type === "loaded") this.#lastEnded = undefined;
    this.state.set(nextBattleState(this.state.get(), event));
  }

  async send(
    sending: PromptRequest,
    images: readonly ImageRef[],
    watch: Watch = {},
  ): Promise<void> {
    const { target, prompt } = sending;
    this.#lastTry = () => this.send(sending, images, watch);
    const replaced =
      target.kind === "regenerate" ? { again: true, answerId: target.answerId } : undefined;
    this.dispatch({ type: "send", prompt, images, ...replaced });
    await this.#follow(watch, (signal) => openTurn(sending, signal));
  }

  /** Joins a turn that is already running on the server: after a reload, or started in another tab. */
  async attach(
    battleId: string,
    question: Attempt & { prompt: string; images: readonly ImageRef[] },
    watch: Watch = {},
  ): Promise<void> {
    this.#lastTry = () => this.attach(battleId, question, watch);
    this.dispatch({ type: "attach", ...question });
    await this.#follow(watch, undefined, battleId);
  }

  /** Repeats the refused request with the same key. */
  async repeat(): Promise<void> {
    if (!isBusy(this.state.get())) await this.#lastTry?.();
  }

  leave(): void {
    this.#abort?.abort();
    this.#cancelFrame?.();
    this.#abort = undefined;
    this.#left = "";
    this.#right = "";
  }

  async #follow(
    watch: Watch,
    open: ((signal: AbortSignal) => Promise<Response>) | undefined,
    battleId?: string,
  ): Promise<void> {
    this.leave();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await followTurn({
        ...(open ? { open } : {}),
        ...(battleId === undefined ? {} : { battleId }),
        resume: resumeTurn,
        signal: abort.signal,
        onEvent: (event) => {
          if (abort.signal.aborted) return;
          this.#take(event);
          if (event.type === "start") watch.onStart?.(event);
        },
      });
    } catch (error) {
      if (abort.signal.aborted) return;
      const problem = error instanceof Problem ? error : Problem.unreachable(error);
      this.#flush();
      this.dispatch({ type: "refused", problem });
    }
    if (!abort.signal.aborted) watch.onEnd?.();
  }

  /** Text arrives in small pieces and is rendered once per frame. */
  #take(event: TurnEvent): void {
    if (event.type !== "delta") {
      this.#flush();
      this.dispatch(event);
      return;
    }
    this.#left += event.left;
    this.#right += event.right;
    this.#cancelFrame ??= onNextFrame(() => this.#flush());
  }

  #flush(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    const [left, right] = [this.#left, this.#right];
    this.#left = "";
    this.#right = "";
    if (left || right) this.dispatch({ type: "delta", left, right, lastEventId: undefined });
  }
}

/** A page in the background renders no frames, so a timer replaces them. */
function onNextFrame(draw: () => void): () => void {
  const frame = requestAnimationFrame(draw);
  const timer = setTimeout(draw, HIDDEN_FRAME_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const FORGET_AFTER_MS = 2_000;
const runs = new Map<string, { run: BattleRun; holders: number }>();

export function runOf(battleId: string): BattleRun {
  const kept = runs.get(battleId) ?? { run: new BattleRun(), holders: 0 };
  runs.set(battleId, kept);
  return kept.run;
}

/** Registers a run that was started without an id, once the server has assigned one. */
export function registerRun(battleId: string, run: BattleRun): void {
  if (runs.get(battleId)?.run !== run) runs.set(battleId, { run, holders: 0 });
}

/** Keeps the run while a page shows it, and closes its connection soon after the last page is gone. */
export function retainRun(battleId: string): () => void {
  runOf(battleId);
  const kept = runs.get(battleId);
  if (kept) kept.holders += 1;
  return () => {
    if (kept) kept.holders -= 1;
    setTimeout(() => {
      if (!kept || kept.holders > 0 || runs.get(battleId) !== kept) return;
      kept.run.leave();
      runs.delete(battleId);
    }, FORGET_AFTER_MS);
  };
}
