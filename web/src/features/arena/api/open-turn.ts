import { Problem } from "@/lib/problem";
import { requestSignInCheck } from "@/lib/sign-in-check";
import type { Mode } from "./battle";

/** Where a prompt goes: a new chat, a new battle in a chat, or the next turn of a battle. */
export type Target =
  | { kind: "session"; mode: Mode; models: readonly string[] }
  | { kind: "battle"; sessionId: string; mode: Mode; models: readonly string[] }
  | { kind: "message"; battleId: string }
  | { kind: "regenerate"; battleId: string; answerId: string | undefined };

export interface PromptRequest {
  target: Target;
  prompt: string;
  imageIds: readonly string[];
  /** Idempotency key, the same on every attempt, so that the server accepts the prompt once. */
  key: string;
}

function addressOf(target: Target): string {
  switch (target.kind) {
    case "session":
      return "/api/sessions";
    case "battle":
      return `/api/sessions/${encodeURIComponent(target.sessionId)}/battles`;
    case "message":
      return `/api/battles/${encodeURIComponent(target.battleId)}/messages`;
    case "regenerate":
      return `/api/battles/${encodeURIComponent(target.battleId)}/regenerate`;
  }
}

function bodyOf({ target, prompt, imageIds }: PromptRequest): object {
  if (target.kind === "regenerate") return {};
  const images = imageIds.length > 0 ? { images: imageIds } : {};
  if (target.kind === "message") return { prompt, ...images };
  const models = target.models.length > 0 ? { models: target.models } : {};
  return { prompt, ...images, mode: target.mode, ...models };
}

/** Sends the prompt; the response is an event stream. */
export function openTurn(sending: PromptRequest, signal: AbortSignal): Promise<Response> {
  return streamOf(
    new Request(new URL(addressOf(sending.target), window.location.origin), {
      method: "POST",
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        "idempotency-key": sending.key,
      },
      body: JSON.stringify(bodyOf(sending)),
      signal,
    }),
  );
}

/** Resumes the running (or last) turn after the last event that was received. */
export function resumeTurn(
  battleId: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const path = `/api/battles/${encodeURIComponent(battleId)}/events`;
  return streamOf(
    new Request(new URL(path, window.location.origin), {
      headers: {
        accept: "text/event-stream",
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
      signal,
      cache: "no-store",
    }),
  );
}

async function streamOf(request: Request): Promise<Response> {
  const response = await globalThis.fetch(request).catch((cause: unknown) => {
    if (request.signal.aborted) throw cause;
    throw Problem.unreachable(cause);
  });
  if (response.ok && response.body) return response;
  if (response.status === 401) requestSignInCheck();
  throw Problem.fromResponse(response, await response.json().catch(() => undefined));
}
