import { vi } from "vitest";
import type { Arena, Battle } from "@/features/arena/api/battle";
import { aModel, asContestant, aVisitor } from "./fake-api";

type Reply = Response | Promise<Response> | object | undefined;
type Handler = (call: { request: Request; body: unknown }) => Reply;

/** An event stream that the test writes. */
export class FakeStream {
  readonly response: Response;
  cancelled = false;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.cancelled = true;
      },
    });
    this.response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  text(text: string): void {
    this.#controller.enqueue(new TextEncoder().encode(text));
  }

  event(event: string, data: object = {}, id?: string): void {
    const named = id === undefined ? "" : `id: ${id}\n`;
    this.text(`event: ${event}\n${named}data: ${JSON.stringify(data)}\n\n`);
  }

  start(): void {
    this.event("start", { session_id: "s1", battle_id: "b1", message_id: "msg_1" });
  }

  end(): void {
    this.#controller.close();
  }

  break(): void {
    this.#controller.error(new TypeError("network error"));
  }
}

export const problem = (
  status: number,
  title: string,
  extra: object = {},
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify({ type: "about:blank", title, status, ...extra }), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });

async function bodyOf(request: Request): Promise<unknown> {
  if (!request.headers.get("content-type")?.includes("json")) return undefined;
  const text = await request.clone().text();
  return text ? JSON.parse(text) : undefined;
}

function asResponse(reply: Reply): Response | Promise<Response> {
  if (reply instanceof Response || reply instanceof Promise) return reply;
  if (reply === undefined) return new Response(null, { status: 204 });
  return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
}

const TWO_MODELS = [aModel(), aModel({ model_id: "zeta-2", model_name: "Zeta 2" })];

/** Answers calls by method and path; "*" matches one path segment. The test may change handlers while it runs. */
export function fakeArena(handlers: Record<string, Handler | object>) {
  const calls: { name: string; body: unknown; request: Request }[] = [];
  const all: Record<string, Handler | object> = {
    "GET /healthz": { status: "ok", version: "0.1.0" },
    "GET /api/me": aVisitor,
    "GET /api/arena": anArena(),
    "GET /api/models": { models: TWO_MODELS, metadata: { total_models: 2 } },
    "GET /api/contestants": { contestants: TWO_MODELS.map(asContestant) },
    "GET /api/sessions": { sessions: [], next_cursor: null },
    "GET /api/sessions/*/outline": { session_id: "s1", title: "", battles: [] },
    ...handlers,
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const body = await bodyOf(request);
    calls.push({ name, body, request });
    const wild = name.replace(/^(\w+ \/api\/\w+\/)[^/]+/, "$1*");
    const handler = handlers[name] ?? handlers[wild] ?? all[name] ?? all[wild];
    if (!handler) return problem(404, "Not found.");
    return asResponse(
      await (typeof handler === "function" ? (handler as Handler)({ request, body }) : handler),
    );
  });
  return { calls, handlers, named: (name: string) => calls.filter((call) => call.name === name) };
}

export function anArena(facts: Partial<Arena> = {}): Arena {
  return {
    only_built_in: false,
    vote_labels: "letters",
    models_waiting: 10,
    vision_models_waiting: 4,
    suggested_prompts: [
      { title: "Debug", prompt: "Why does this SQL return duplicates?" },
      { title: "Plan", prompt: "A weekend in Lisbon" },
    ],
    limits: { prompt_chars: 32_000, images: 4, image_bytes: 10_000_000, turns: 10 },
    blinding: "strict",
    ...facts,
  };
}

const facts = {
  license: "open",
  latency_ms: 1_900,
  first_token_ms: 300,
  output_tokens: 1_148,
  cost_usd: 0.00002,
  finish: "stop",
};

export const someDetails: NonNullable<Battle["details"]> = {
  left: { ...facts, model_id: "acme-one", model_name: "Acme One", organization: "Acme" },
  right: { ...facts, model_id: "zeta-2", model_name: "Zeta 2", organization: "Zeta" },
};

export function aBattle(changes: Partial<Battle> = {}): Battle {
  return {
    answering: changes.status === "generating",
    seen_before: false,
    battle_id: "b1",
    session_id: "s1",
    mode: "battle",
    status: "open",
    created_at: "2026-01-01T00:00:00Z",
    categories: [],
    language: "en",
    messages: [
      { message_id: "msg_1", role: "user", text: "What is two and two?", turn: 1 },
      { message_id: "msg_2", role: "assistant", position: "left", text: "It is four.", turn: 1 },
      { message_id: "msg_3", role: "assistant", position: "right", text: "It is five.", turn: 1 },
    ],
    vote: null,
    revealed_models: null,
    details: null,
    can_vote: true,
    message_count: 1,
    max_messages: 10,
    void_message: null,
    failures: null,
    share_path: null,
    ...changes,
  };
}

export const aVote = (vote: NonNullable<Battle["vote"]>["vote"]): Battle["vote"] => ({
  vote,
  reasons: [],
  comment: null,
  created_at: "2026-01-01T00:00:00Z",
});
