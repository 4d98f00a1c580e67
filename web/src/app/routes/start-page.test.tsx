import { screen, waitFor, within } from "@testing-library/react";
import { aAdminModel, aFound, aPreset, moderator, onboarding, openAdmin } from "@tests/fake-admin";
import { problem } from "@tests/fake-arena";
import { describe, expect, it } from "vitest";

const ok = { result: "ok", message: "It works.", models: 23, answer_ms: 400 };
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("connecting a provider", () => {
  it("checks the key by a real call and goes on when people want to", async () => {
    let now = onboarding();
    const { user, named } = openAdmin("/start", {
      "GET /api/admin/onboarding": () => now,
      "POST /api/admin/onboarding/connect": () => {
        now = onboarding({ step: "pick", waiting: 23 });
        return { provider_id: "openai", verdict: ok };
      },
      "GET /api/admin/found-models": { models: [aFound()], ask: true },
      "GET /api/admin/providers": { providers: [], connectors: [], master_key: true },
    });
    await heading("Where do your models run?");
    await user.click(screen.getByRole("button", { name: /^OpenAI/ }));
    const form = await screen.findByRole("form", { name: "OpenAI" });
    expect(within(form).getByLabelText("Key")).toHaveFocus();
    expect(within(form).getByRole("link", { name: "Get a key" })).toBeInTheDocument();
    await user.type(within(form).getByLabelText("Key"), "sk-12345678");
    await user.click(within(form).getByRole("button", { name: "Connect" }));
    expect(await screen.findByText(/23 models, answered in 0.4 s/)).toBeInTheDocument();
    expect(named("POST /api/admin/onboarding/connect")[0]?.body).toEqual({
      preset_id: "openai",
      key: "sk-12345678",
    });
    await user.click(await screen.findByRole("button", { name: "Continue with 23 models" }));
    await heading("Which models should compete?");
  });

  it("names the cause when the check fails", async () => {
    const { user } = openAdmin("/start", {
      "POST /api/admin/onboarding/connect": {
        provider_id: null,
        verdict: {
          result: "no_answer",
          message: "The connection was refused.",
          models: null,
          answer_ms: null,
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: /^Ollama/ }));
    expect(screen.getByLabelText("Address")).toHaveValue("http://127.0.0.1:11434/v1");
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findByText("The connection was refused.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Continue/ })).not.toBeInTheDocument();
  });

  it("shows what the server says about an address", async () => {
    const { user } = openAdmin("/start", {
      "POST /api/admin/onboarding/connect": problem(422, "This address cannot be used.", {
        detail: "It needs a host.",
      }),
    });
    await user.click(await screen.findByRole("button", { name: /^Other/ }));
    await user.type(screen.getByLabelText("Name"), "Lab");
    await user.type(screen.getByLabelText("Address"), "http://lab");
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect(
      await screen.findByText(/This address cannot be used. It needs a host./),
    ).toBeInTheDocument();
  });

  it("says what is connected already, and that keys cannot be stored", async () => {
    openAdmin("/start?step=connect", {
      "GET /api/admin/onboarding": onboarding({
        enabled: 4,
        can_store_keys: false,
        presets: [
          aPreset({ enabled: 4 }),
          aPreset({ preset_id: "groq", name: "Groq", waiting: 1 }),
          aPreset({ preset_id: "vllm", name: "vLLM", provider_id: "vllm" }),
        ],
      }),
    }).user.click(await screen.findByRole("button", { name: /OpenAI 4 models ready/ }));
    expect(await screen.findByText(/MASTER_KEY/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Groq 1 model to pick" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "vLLM Connected" })).toBeInTheDocument();
  });

  it("is for admins", async () => {
    openAdmin("/start", { "GET /api/me": moderator });
    await heading("You don't have access to this page");
  });
});

describe("picking models", () => {
  const price = { input_per_million: 2, output_per_million: 8, currency: "USD" as const };
  const models = [
    aFound({ model_id: "a", model_name: "Aurora", price, released_at: "2026-05-01T00:00:00Z" }),
    aFound({ model_id: "b", model_name: "Basalt", price: null }),
    aFound({ model_id: "c", model_name: "Ignored", ignored: true }),
  ];
  const open = (more = {}) =>
    openAdmin("/start?step=pick", {
      "GET /api/admin/onboarding": onboarding({ step: "pick", waiting: 2, ...more }),
      "GET /api/admin/found-models": { models, ask: true },
      "GET /api/admin/providers": { providers: [], connectors: [], master_key: true },
      "POST /api/admin/found-models/accept": { accepted: ["a", "b"] },
      "GET /api/admin/models": { models: [] },
    });

  it("enables the selected ones in one request", async () => {
    const { user, named } = open();
    await heading("Which models should compete?");
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
    expect(screen.getByText("$2.00 / $8.00")).toBeInTheDocument();
    expect(screen.getByText(/May 2026/)).toBeInTheDocument();
    await user.click(screen.getByRole("checkbox", { name: /Aurora/ }));
    expect(screen.getByText("$0.0092")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Select all" }));
    expect(screen.getByText("2 of 2 selected")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Enable 2 models" }));
    await waitFor(() =>
      expect(named("POST /api/admin/found-models/accept")[0]?.body).toEqual({ models: ["a", "b"] }),
    );
    expect(named("POST /api/admin/found-models/accept")).toHaveLength(1);
  });

  it("searches, and selects what is shown", async () => {
    const { user } = open();
    await user.type(await screen.findByRole("searchbox"), "bas");
    await user.click(await screen.findByRole("button", { name: "Select all 1 shown" }));
    expect(screen.getByText("1 of 2 selected")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear" }));
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(await screen.findByText("No model matches.")).toBeInTheDocument();
  });

  it("goes on with the models that are enabled already", async () => {
    const { user, router } = open({ enabled: 3 });
    await user.click(await screen.findByRole("button", { name: "Continue" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ step: "battle" }));
  });
});

describe("the first battle", () => {
  it("asks each model a question and offers to leave out what does not answer", async () => {
    const { user, named } = openAdmin("/start", {
      "GET /api/admin/onboarding": onboarding({ step: "battle", enabled: 2 }),
      "GET /api/admin/models": {
        models: [
          aAdminModel({ model_id: "good", model_name: "Good" }),
          aAdminModel({ model_id: "bad", model_name: "Bad" }),
          aAdminModel({ model_id: "toy", model_name: "Toy", source: "embedded" }),
        ],
      },
      "POST /api/admin/models/good/test": tested("ok"),
      "POST /api/admin/models/bad/test": tested("bad_key"),
      "POST /api/admin/models/bad/pause": aAdminModel(),
    });
    await heading("Ask something you really want to know");
    expect(screen.getByRole("textbox", { name: "Your prompt" })).toBeInTheDocument();
    expect(await screen.findByText(/1 of 2 models answered/)).toBeInTheDocument();
    expect(screen.getByText("The provider does not accept the API key.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Leave it out Bad" }));
    await waitFor(() => expect(named("POST /api/admin/models/bad/pause")).toHaveLength(1));
  });
});

const tested = (result: string) => ({
  result,
  message: "The provider does not accept the API key.",
  first_token_ms: 90,
  total_ms: 400,
  answered_by: null,
});

describe("the way back", () => {
  it("is a link under Admin until the first battle", async () => {
    openAdmin("/admin/models", {
      "GET /api/admin/onboarding": onboarding({ step: "pick" }),
      "GET /api/admin/models": { models: [] },
    });
    expect(await screen.findByRole("link", { name: "Continue setup" })).toHaveAttribute(
      "href",
      "/start",
    );
  });

  it("is gone afterwards", async () => {
    openAdmin("/admin/models", {
      "GET /api/admin/onboarding": onboarding({ step: "done" }),
      "GET /api/admin/models": { models: [] },
    });
    await screen.findByRole("heading", { name: "No models yet" });
    expect(screen.queryByRole("link", { name: "Continue setup" })).not.toBeInTheDocument();
  });
});
