import type { paths } from "@/api/schema";

type Json<R, S extends number> = R extends {
  responses: { [K in S]: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** The response of a GET of the Admin API. */
export type GetResponse<P extends keyof paths> = paths[P] extends { get: infer R }
  ? Json<R, 200>
  : never;

/** The response of a POST of the Admin API. */
export type PostResponse<P extends keyof paths, S extends number = 201> = paths[P] extends {
  post: infer R;
}
  ? Json<R, S>
  : never;

/** The request body of a route. */
export type Body<P extends keyof paths, M extends "post" | "put" | "patch"> = paths[P] extends {
  [K in M]: { requestBody: { content: { "application/json": infer Given } } };
}
  ? Given
  : never;
