import { screen, waitFor } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { renderApp } from "@tests/render-app";
import { expect, it } from "vitest";

it("shows all properties of a model", async () => {
  const model = aModel({
    description: "A model for tests.",
    health: "degraded",
    health_since: new Date(Date.now() - 7_200_000).toISOString(),
    status: "retired",
    context_length: 131_072,
    abilities: { vision: false, tools: true, reasoning: true },
    price: { input_per_million: 3, output_per_million: 15, currency: "USD" },
  });
  fakeApi({ "/api/models/acme-one": { body: model } });
  const { user } = renderApp("/models/acme-one");
  await screen.findByRole("heading", { level: 1, name: /Acme One/ });
  expect(document.title).toBe("Acme One · llmbattler");
  for (const text of [
    "A model for tests.",
    "Degraded",
    "2 hours ago",
    "Health is shown ten minutes late.",
    "$3.00 per million tokens",
    "$15.00 per million tokens",
    "(131,072 tokens)",
    "thinks before it answers",
    "A provider on the internet",
    "No longer used in new battles",
    "MIT",
  ]) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  await user.click(screen.getByRole("button", { name: "Copy model ID" }));
  expect(await navigator.clipboard.readText()).toBe("acme-one");
});

it("shows unknown properties", async () => {
  fakeApi({
    "/api/models/acme-one": {
      body: aModel({ organization: null, license: null, context_length: null, place: "local" }),
    },
  });
  renderApp("/models/acme-one");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.getAllByText("unknown")).toHaveLength(3);
  expect(screen.getByText("Text only")).toBeInTheDocument();
  expect(screen.getByText("local")).toBeInTheDocument();
});

it("opens models whose id has a slash from the list", async () => {
  const model = aModel({ model_id: "ollama/qwen:8b", model_name: "Qwen" });
  const { calls } = fakeApi({
    "/api/models": listOf(model),
    "/api/models/ollama%2Fqwen%3A8b": { body: model },
  });
  const { user } = renderApp("/models");
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Qwen" })).not.toHaveLength(0));
  await user.click(screen.getAllByRole("link", { name: "Qwen" })[0] as HTMLElement);
  await screen.findByText("ollama/qwen:8b");
  expect(calls).toContain("/api/models/ollama%2Fqwen%3A8b");
});

it("shows an error for an unknown model", async () => {
  fakeApi({});
  renderApp("/models/ghost");
  await screen.findByRole("heading", { name: "Model not found" });
  expect(screen.getByText("ghost")).toBeInTheDocument();
});

it("shows server errors and retries", async () => {
  const answers: Parameters<typeof fakeApi>[0] = {
    "/api/models/acme-one": new TypeError("Failed to fetch"),
  };
  fakeApi(answers);
  const { user } = renderApp("/models/acme-one");
  await screen.findByRole("heading", { name: "The server cannot be reached." });
  answers["/api/models/acme-one"] = { body: aModel() };
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { level: 1, name: "Acme One" });
});
