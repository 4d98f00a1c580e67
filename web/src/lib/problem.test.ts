import { describe, expect, it } from "vitest";
import { describeFailure, Problem } from "./problem";
import { shouldRetry } from "./query-client";

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

describe("Problem", () => {
  it("reads an RFC 9457 body", () => {
    const problem = Problem.fromResponse(answer(422), {
      type: "/errors/invalid",
      title: "This cannot be read.",
      status: 422,
      detail: "Two fields are wrong.",
      request_id: "req_1",
      errors: [{ field: "prompt", message: "is empty" }],
    });
    expect(problem).toBeInstanceOf(Error);
    expect(problem).toMatchObject({
      type: "/errors/invalid",
      title: "This cannot be read.",
      status: 422,
      message: "Two fields are wrong.",
      requestId: "req_1",
      fieldErrors: [{ field: "prompt", message: "is empty" }],
    });
  });

  it.each([
    ["<html>bad gateway</html>"],
    [undefined],
    [null],
    [{ title: 7 }],
    [{ title: "x", errors: "y" }],
  ])("finds words of its own for %j", (body) => {
    const problem = Problem.fromResponse(answer(502, { "x-request-id": "req_9" }), body);
    expect(problem.title).toBe("The server answered with an error (502).");
    expect(problem.requestId).toBe("req_9");
    expect(problem.fieldErrors).toEqual([]);
  });

  it("falls back to the title as its message", () => {
    expect(
      Problem.fromResponse(answer(404), { title: "No such model.", detail: null, errors: null })
        .message,
    ).toBe("No such model.");
  });

  it("recognizes missing resources and temporary errors", () => {
    expect(Problem.fromResponse(answer(404), undefined).isNotFound).toBe(true);
    expect(Problem.unreachable(new TypeError()).isTemporary).toBe(true);
    expect(Problem.fromResponse(answer(429), undefined).isTemporary).toBe(true);
    expect(Problem.fromResponse(answer(409), undefined).isTemporary).toBe(false);
  });
});

it("describes unknown errors without their message", () => {
  expect(describeFailure(new TypeError("x is undefined")).title).toBe(
    "Something went wrong on this page.",
  );
});

it("retries only temporary errors, and only twice", () => {
  const passing = Problem.unreachable(new TypeError());
  expect(shouldRetry(0, passing)).toBe(true);
  expect(shouldRetry(2, passing)).toBe(false);
  expect(shouldRetry(0, Problem.fromResponse(answer(404), undefined))).toBe(false);
  expect(shouldRetry(0, new Error("bug"))).toBe(false);
});
