import type { Problem } from "@/lib/problem";
import type { Battle, ImageRef } from "../api/battle";
import type { TurnEvent, TurnPlace } from "./turn-stream";

export type Phase = "idle" | "waiting" | "streaming" | "open" | "voted" | "void";

/** A question, and the existing answer when it is answered again. */
export interface Attempt {
  messageId: string | undefined;
  answerId: string | undefined;
}

/** The turn that is being answered, or has just ended and is not yet refetched. */
export interface LiveTurn extends Attempt {
  prompt: string;
  images: readonly ImageRef[];
  left: string;
  right: string;
  again: boolean;
}

export interface BattleState {
  phase: Phase;
  /** The phase before the running turn; a later turn never undoes a vote. */
  before: Phase;
  place: TurnPlace | undefined;
  turn: LiveTurn | undefined;
  dropped: boolean;
  problem: Problem | undefined;
  /** Why the last turn lacks an answer. Unless the phase is `void`, the earlier turns are kept. */
  voidMessage: string | undefined;
}

export type BattleEvent =
  | TurnEvent
  | {
      type: "send";
      prompt: string;
      images: readonly ImageRef[];
      again?: boolean;
      answerId?: string | undefined;
    }
  | ({ type: "attach"; prompt: string; images: readonly ImageRef[] } & Attempt)
  | { type: "refused"; problem: Problem }
  | { type: "voted" }
  | { type: "loaded"; status: Battle["status"]; voidMessage: string | null }
  | { type: "excused" };

export const idleBattle: BattleState = {
  phase: "idle",
  before: "idle",
  place: undefined,
  turn: undefined,
  dropped: false,
  problem: undefined,
  voidMessage: undefined,
};

export const isBusy = (state: Pick<BattleState, "phase">): boolean =>
  state.phase === "waiting" || state.phase === "streaming";

const PHASES: Record<Battle["status"], Phase> = {
  generating: "idle",
  open: "open",
  voted: "voted",
  void: "void",
  expired: "open",
};

type Step<T extends BattleEvent["type"]> = (
  state: BattleState,
  event: Extract<BattleEvent, { type: T }>,
) => BattleState;

const begin = (state: BattleState, turn: LiveTurn): BattleState =>
  isBusy(state)
    ? state
    : {
        ...state,
        phase: "waiting",
        before: state.phase,
        turn,
        dropped: false,
        problem: undefined,
        voidMessage: undefined,
      };

const steps: { [T in BattleEvent["type"]]: Step<T> } = {
  send: (state, { prompt, images, again = false, answerId }) =>
    begin(state, { messageId: undefined, prompt, images, left: "", right: "", again, answerId }),

  attach: (state, { messageId, answerId, prompt, images }) => {
    const again = answerId !== undefined;
    return begin(state, { messageId, prompt, images, left: "", right: "", again, answerId });
  },

  start: (state, { sessionId, battleId, messageId }) =>
    isBusy(state) && state.turn
      ? {
          ...state,
          place: { sessionId, battleId, messageId },
          turn: { ...state.turn, messageId },
          dropped: false,
        }
      : state,

  delta: (state, { left, right }) =>
    isBusy(state) && state.turn
      ? {
          ...state,
          phase: "streaming",
          dropped: false,
          turn: { ...state.turn, left: state.turn.left + left, right: state.turn.right + right },
        }
      : state,

  done: (state) =>
    isBusy(state)
      ? { ...state, phase: state.before === "voted" ? "voted" : "open", dropped: false }
      : state,

  void: (state, { message, status }) =>
    isBusy(state)
      ? {
          ...state,
          phase: state.before === "voted" ? "voted" : PHASES[status],
          dropped: false,
          voidMessage: message,
        }
      : state,

  dropped: (state) => (isBusy(state) ? { ...state, dropped: true } : state),

  refused: (state, { problem }) =>
    isBusy(state)
      ? { ...state, phase: state.before, turn: undefined, dropped: false, problem }
      : { ...state, problem },

  voted: (state) => (state.phase === "open" ? { ...state, phase: "voted" } : state),

  loaded: (state, { status, voidMessage }) => {
    if (isBusy(state)) return state;
    const phase = PHASES[status];
    const sentence = voidMessage ?? (phase === "void" ? state.voidMessage : undefined);
    return { ...state, phase, turn: undefined, voidMessage: sentence };
  },

  excused: (state) => ({ ...state, problem: undefined }),
};

/** The reducer of a battle on this page. Events that do not fit the phase are ignored. */
export function nextBattleState(state: BattleState, event: BattleEvent): BattleState {
  return (steps[event.type] as Step<typeof event.type>)(state, event as never);
}
