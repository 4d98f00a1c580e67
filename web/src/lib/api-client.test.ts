import { QueryClient } from "@tanstack/react-query";
import { fakeApi } from "@tests/fake-api";
import { expect, it, vi } from "vitest";
import { $api, api, unwrap } from "./api-client";
import { Problem } from "./problem";

it("returns the body of a successful call", async () => {
  fakeApi({ "/healthz": { body: { status: "ok", version: "0.1.0" } } });
  await expect(unwrap(api.GET("/healthz"))).resolves.toEqual({ status: "ok", version: "0.1.0" });
});

it("throws the problem of the server", async () => {
  fakeApi({
    "/healthz": { status: 503, body: { title: "Starting.", status: 503, request_id: "req_3" } },
  });
  await expect(unwrap(api.GET("/healthz"))).rejects.toMatchObject({
    name: "Problem",
    title: "Starting.",
    requestId: "req_3",
  });
});

it("throws when there is no response", async () => {
  fakeApi({ "/healthz": new TypeError("Failed to fetch") });
  await expect(unwrap(api.GET("/healthz"))).rejects.toMatchObject({ status: 0 });
});

it("rethrows an aborted call", async () => {
  const aborted = new DOMException("gone", "AbortError");
  vi.stubGlobal("fetch", () => Promise.reject(aborted));
  await expect(unwrap(api.GET("/healthz"))).rejects.toBe(aborted);
});

it("escapes ids that contain slashes", async () => {
  const { calls } = fakeApi({});
  await unwrap(
    api.GET("/api/models/{model_id}", { params: { path: { model_id: "a/b:c" } } }),
  ).catch(() => undefined);
  expect(calls).toEqual(["/api/models/a%2Fb%3Ac"]);
});

it("throws the problem when only the call is awaited", async () => {
  fakeApi({ "/healthz": { status: 503, body: { title: "Starting.", status: 503 } } });
  await expect(api.GET("/healthz")).rejects.toMatchObject({ name: "Problem", title: "Starting." });
});

it("throws the problem in queries", async () => {
  fakeApi({ "/healthz": { status: 503, body: { title: "Starting.", status: 503 } } });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked = queries.fetchQuery($api.queryOptions("get", "/healthz"));
  await expect(asked).rejects.toBeInstanceOf(Problem);
});
