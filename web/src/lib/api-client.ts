import createFetchClient, { type Middleware } from "openapi-fetch";
import createQueryClient from "openapi-react-query";
import type { paths } from "@/api/schema";
import { Problem } from "./problem";
import { requestSignInCheck } from "./sign-in-check";

function refused(response: Response, body: unknown): Problem {
  if (response.status === 401) requestSignInCheck();
  return Problem.fromResponse(response, body);
}

function notSent(cause: unknown): unknown {
  const isAborted = cause instanceof DOMException && cause.name === "AbortError";
  return isAborted ? cause : Problem.unreachable(cause);
}

/** Makes every call that fails throw a Problem. */
const problems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw refused(response, await response.json().catch(() => undefined));
  },
  onError({ error }) {
    throw notSent(error);
  },
};

/** The operations of the API, with our Problem in place of the documented one, because that is what is thrown. */
type ThrownProblem = { headers: Record<string, unknown>; content: { "application/json": Problem } };
type Operation<O> = O extends { responses: infer R }
  ? Omit<O, "responses"> & {
      responses: { [S in keyof R as S extends 409 | "default" ? never : S]: R[S] } & {
        default: ThrownProblem;
      };
    }
  : O;
type Paths = {
  [P in keyof paths]: { [M in keyof paths[P]]: Operation<paths[P][M]> };
};

export const api = createFetchClient<Paths>({
  baseUrl: window.location.origin,
  fetch: (request) => globalThis.fetch(request),
});
api.use(problems);

/** Hooks and query options of every operation: `$api.useQuery("get", "/api/models")`. */
export const $api = createQueryClient(api);

export interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a successful response; anything else is thrown as a Problem. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : notSent(cause);
  });
  if (!response.ok) throw refused(response, error);
  return data as T;
}
