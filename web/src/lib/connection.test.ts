import { expect, it } from "vitest";
import { needsNetwork } from "./connection";

it.each([
  ["localhost", false],
  ["app.localhost", false],
  ["127.0.0.1", false],
  ["[::1]", false],
  ["llm.example.org", true],
  ["192.168.1.20", true],
])("%s needs a network: %s", (host, needed) => {
  expect(needsNetwork(host)).toBe(needed);
});
