import createClient from "openapi-fetch";
import type { paths } from "@/api/schema";
import { Problem } from "./problem";
import { requestSignInCheck } from "./sign-in-check";

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => globalThis.fetch(request),
});

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a successful response; anything else is thrown as a Problem. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw Problem.unreachable(cause);
  });
  if (response.status === 401) requestSignInCheck();
  if (!response.ok || data === undefined) throw Problem.fromResponse(response, error);
  return data;
}

/** For calls without a response body. */
export async function unwrapEmpty(call: Promise<Outcome<unknown>>): Promise<void> {
  await unwrap(call.then((outcome) => ({ ...outcome, data: outcome.data ?? null })));
}
