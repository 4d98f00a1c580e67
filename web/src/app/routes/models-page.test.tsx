import { act, screen, waitFor, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import { describe, expect, it, vi } from "vitest";

const priced = aModel({
  price: { input_per_million: 0.25, output_per_million: 2, currency: "USD" },
  abilities: { vision: true, tools: true, reasoning: false },
});
const local = aModel({
  model_id: "home-8b",
  model_name: "Home 8B",
  organization: null,
  license: null,
  place: "local",
  health: "down",
  status: "paused",
  context_length: null,
});
const included = aModel({ model_id: "smol", model_name: "SmolLM2 135M", place: "embedded" });

async function open(address: string, ...models: ReturnType<typeof aModel>[]) {
  const api = fakeApi({ "/api/models": listOf(...models) });
  const app = renderApp(address);
  return { ...api, ...app };
}

const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("the models page", () => {
  it("shows a skeleton of the table, then all models", async () => {
    await open("/models", priced, local, included);
    expect(await screen.findByText("Loading the models")).toBeInTheDocument();
    const table = await screen.findByRole("table");
    await waitFor(() => expect(names()).toEqual(["Acme One", "Home 8B", "SmolLM2 135M"]));
    expect(within(table).getByText("$0.25")).toBeInTheDocument();
    expect(within(table).getByText("$2.00")).toBeInTheDocument();
    expect(within(table).getByText("local")).toBeInTheDocument();
    expect(within(table).getByText("free, built-in")).toBeInTheDocument();
    expect(within(table).getByText("Down")).toBeInTheDocument();
    expect(within(table).getByText("Paused")).toBeInTheDocument();
    expect(within(table).getAllByText("8k")).toHaveLength(2);
  });

  it("keeps every filter in the URL", async () => {
    const { user, router } = await open("/models", priced, local, included);
    await screen.findByRole("table");
    await user.type(screen.getByRole("searchbox", { name: "Search models" }), "home");
    await waitFor(() => expect(names()).toEqual(["Home 8B"]));
    expect(router.state.location.search).toEqual({ search: "home" });
    await user.click(screen.getByRole("radio", { name: "Local" }));
    await user.click(screen.getByRole("button", { name: "Any health" }));
    await user.click(screen.getByRole("menuitemradio", { name: "Down" }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        search: "home",
        place: "local",
        health: "down",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Vision" }));
    await screen.findByRole("heading", { name: "No model matches" });
    expect(router.state.location.search).toMatchObject({ ability: "vision" });
  });

  it("removes each filter", async () => {
    const { user, router } = await open(
      "/models?search=home&health=down&place=local&ability=tools",
      local,
    );
    await screen.findByRole("heading", { name: "No model matches" });
    await user.click(screen.getByRole("button", { name: "Tools" }));
    await waitFor(() => expect(names()).toEqual(["Home 8B"]));
    await user.click(screen.getByRole("radio", { name: "All" }));
    await user.click(screen.getByRole("button", { name: "Down" }));
    await user.click(screen.getByRole("menuitemradio", { name: "Any health" }));
    await user.clear(screen.getByRole("searchbox"));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("offers to clear filters that match nothing", async () => {
    const { user, router } = await open("/models?search=zzz", priced);
    await screen.findByRole("heading", { name: "No model matches" });
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await waitFor(() => expect(names()).toEqual(["Acme One"]));
    expect(router.state.location.search).toEqual({});
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("says how to add models when there are none", async () => {
    await open("/models");
    await screen.findByRole("heading", { name: "No models yet" });
    expect(screen.getByText("OPENAI_API_KEY")).toBeInTheDocument();
    expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  });

  it("says when there is only the built-in model", async () => {
    await open("/models", included);
    expect(await screen.findByText(/You're using the built-in SmolLM2/)).toBeInTheDocument();
  });

  it("shows the error and retries", async () => {
    const answers = {
      "/api/models": {
        status: 503,
        body: {
          title: "No catalog.",
          detail: "Wait a minute.",
          status: 503,
          request_id: "req_5",
        },
      } as Parameters<typeof fakeApi>[0][string],
    };
    fakeApi(answers);
    const { user } = renderApp("/models");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("No catalog.Wait a minute.");
    await user.click(within(alert).getByRole("button", { name: "Copy request ID" }));
    expect(await navigator.clipboard.readText()).toBe("req_5");
    expect(await screen.findByText("Copied")).toBeInTheDocument();
    answers["/api/models"] = listOf(priced);
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(names()).toEqual(["Acme One"]));
  });

  it("keeps the frame when a page crashes, and retries", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "warn").mockImplementation(() => {});
    fakeApi({ "/api/models": { body: { models: "nonsense" } } });
    const { user } = renderApp("/models");
    await screen.findByRole("heading", { name: "Something went wrong on this page." });
    expect(screen.getByRole("navigation", { name: "Navigation" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });

  it("reloads after a live update and after a resync", async () => {
    const answers = { "/api/models": listOf(priced) };
    fakeApi(answers);
    renderApp("/models");
    await waitFor(() => expect(names()).toEqual(["Acme One"]));
    act(() => FakeSocket.last.accept());
    expect(FakeSocket.last.sent).toEqual([{ subscribe: ["models"] }]);
    answers["/api/models"] = listOf(priced, local);
    act(() => FakeSocket.last.tell({ type: "event", topic: "models", id: "home-8b" }));
    await waitFor(() => expect(names()).toHaveLength(2));
    answers["/api/models"] = listOf(local);
    act(() => FakeSocket.last.tell({ type: "resync" }));
    await waitFor(() => expect(names()).toEqual(["Home 8B"]));
  });
});
