import { vi } from "vitest";
import type { Me } from "@/features/account/api/me";
import type { Model } from "@/features/models/api/model";

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A visitor without an account, on a site with sign-up closed. */
export const aVisitor: Me = {
  account_id: null,
  kind: "visitor",
  name: "",
  email: null,
  scopes: ["read", "write"],
  has_password: false,
  sign_up: "closed",
  needs_setup: false,
  company: null,
  mail: false,
};

/** Requests that the frame sends on every page. */
const usual: Record<string, Answer> = {
  "/api/me": { body: aVisitor },
  "/api/sessions": { body: { sessions: [], next_cursor: null } },
};

/** Answers calls by path; the test may change a response while it runs. */
export function fakeApi(answers: Record<string, Answer>): { calls: string[] } {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    calls.push(path);
    const answer = answers[path] ??
      usual[path] ?? { status: 404, body: { title: "Not found.", status: 404 } };
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { "content-type": "application/json", ...answer.headers },
    });
  });
  return { calls };
}

export function aModel(facts: Partial<Model> = {}): Model {
  return {
    model_id: "acme-one",
    model_name: "Acme One",
    organization: "Acme",
    license: "MIT",
    description: null,
    status: "active",
    health: "healthy",
    health_since: null,
    health_note: "Health is shown ten minutes late.",
    abilities: { vision: false, tools: false, reasoning: false },
    context_length: 8192,
    price: null,
    place: "cloud",
    ...facts,
  };
}

/** A model in the shape of pickers. */
export function asContestant({ model_id, model_name, ...model }: Model) {
  return {
    id: model_id,
    kind: "model",
    name: model_name,
    organization: model.organization,
    abilities: model.abilities,
    context_length: model.context_length,
    price_class: "unknown",
    drawable: true,
  };
}

export function listOf(...models: Model[]): { body: unknown } {
  return { body: { models, metadata: { total_models: models.length } } };
}
