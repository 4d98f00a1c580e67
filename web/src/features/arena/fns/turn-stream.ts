import { Problem } from "@/lib/problem";
import { requestSignInCheck } from "@/lib/sign-in-check";
import type { Battle } from "../api/battle";
import { type ConnectionWatch, watchConnection } from "./connection-watch";
import { readSse, type SseEvent } from "./sse";
import { arenaStrings } from "./strings";

export interface TurnPlace {
  sessionId: string;
  battleId: string;
  messageId: string;
}

export type TurnEvent =
  | ({ type: "start" } & TurnPlace)
  | { type: "delta"; left: string; right: string; lastEventId: string | undefined }
  | { type: "done" }
  /** The turn has no answer. `status` is the new status of the battle: only a failed first turn voids it. */
  | { type: "void"; message: string; status: Battle["status"] }
  | { type: "dropped" };

interface FollowOptions {
  /** Sends the prompt; omitted if the turn is already running. */
  open?: (signal: AbortSignal) => Promise<Response>;
  resume: (
    battleId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ) => Promise<Response>;
  /** Set from the start if the turn is already running. */
  battleId?: string;
  onEvent: (event: TurnEvent) => void;
  signal: AbortSignal;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 8_000;
const MOST_REOPENINGS = 3;

/**
 * Follows one turn to its end. The answers do not depend on the connection: after a loss it resumes at the last
 * event. Throws a Problem only if retrying is pointless.
 */
export async function followTurn(options: FollowOptions): Promise<void> {
  const { signal, wait = pause, random = Math.random } = options;
  const follower = new Follower(options);
  let failures = 0;
  while (!signal.aborted) {
    const seen = follower.eventsSeen;
    const retryAt = await follower.attempt();
    if (follower.isOver || signal.aborted) return;
    failures = follower.eventsSeen > seen ? 0 : failures + 1;
    options.onEvent({ type: "dropped" });
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
    const asked = retryAt ? retryAt.getTime() - Date.now() : 0;
    await wait(Math.max(asked, ceiling * (0.5 + random() / 2)), signal);
  }
}

class Follower {
  isOver = false;
  eventsSeen = 0;
  #battleId: string | undefined;
  #lastEventId: string | undefined;
  #openings = 0;
  #cut = false;
  #signedOut = false;
  readonly #options: FollowOptions;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#battleId = options.battleId;
  }

  /** One connection from start to end. Returns when to retry, if the server said so. */
  async attempt(): Promise<Date | undefined> {
    const { signal } = this.#options;
    this.#cut = false;
    const listening = watchConnection(signal);
    try {
      await this.#read(listening);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof Problem && !this.#isTemporary(error)) throw error;
      return error instanceof Problem ? error.retryAt : undefined;
    } finally {
      listening.end();
    }
    return undefined;
  }

  async #read({ signal, received }: ConnectionWatch): Promise<void> {
    const response = await this.#connect(signal);
    if (response.body) {
      await readSse(response.body, {
        onEvent: (event) => this.#take(event),
        isOver: () => this.isOver || this.#cut || this.#signedOut,
        onBytes: received,
        signal,
      });
    }
    if (this.#signedOut) throw new Problem({ ...arenaStrings.signedOut.problem, status: 401 });
  }

  #connect(signal: AbortSignal): Promise<Response> {
    const { open, resume } = this.#options;
    if (this.#battleId !== undefined) return resume(this.#battleId, this.#lastEventId, signal);
    this.#openings += 1;
    if (!open || this.#openings > MOST_REOPENINGS) throw Problem.unreachable(undefined);
    return open(signal);
  }

  /** Whether to retry. A refused prompt is returned to the user; a running turn is retried longer. */
  #isTemporary(problem: Problem): boolean {
    if (this.#battleId !== undefined) return problem.isTemporary;
    const running = problem.extra.battle_id;
    if (problem.status !== 409 || typeof running !== "string") return false;
    // The server is already answering this prompt.
    this.#battleId = running;
    return true;
  }

  #take({ event, data, lastEventId }: SseEvent): void {
    this.eventsSeen += 1;
    const { onEvent } = this.#options;
    const facts = factsOf(data);
    if (event === "start") {
      this.#battleId = text(facts.battle_id);
      onEvent({
        type: "start",
        sessionId: text(facts.session_id),
        battleId: this.#battleId,
        messageId: text(facts.message_id),
      });
    } else if (event === "delta") {
      this.#lastEventId = lastEventId;
      onEvent({ type: "delta", left: text(facts.left), right: text(facts.right), lastEventId });
    } else if (event === "done") {
      this.isOver = true;
      onEvent({ type: "done" });
    } else if (event === "void") {
      this.isOver = true;
      onEvent({ type: "void", message: text(facts.message), status: statusOf(facts.status) });
    } else if (event === "shutdown") {
      this.#cut = true;
    } else if (event === "auth") {
      this.#signedOut = true;
      requestSignInCheck();
    }
  }
}

function factsOf(data: string): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(data);
    return typeof facts === "object" && facts !== null ? (facts as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const statusOf = (value: unknown): Battle["status"] =>
  value === "open" || value === "voted" ? value : "void";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener("online", finish);
    signal.addEventListener("abort", finish);
  });
}
