import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { aModel, asContestant } from "@tests/fake-api";
import { aBattle, anArena, FakeStream, fakeArena, problem } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { beforeEach, describe, expect, it, vi } from "vitest";

const box = () => screen.findByRole("textbox", { name: "Your prompt" });
const asked = aBattle({ status: "generating", messages: aBattle().messages.slice(0, 1) });

/** The battle as stored on the server. It gets its answers when the stream ends. */
let battle = asked;
const finish = (stream: FakeStream) => {
  battle = aBattle();
  stream.event("done");
};

beforeEach(() => {
  battle = asked;
});

describe("the empty page", () => {
  it("has focus in the prompt box, suggestions and an explanation", async () => {
    fakeArena({});
    const { user } = renderApp("/");
    expect(await box()).toHaveFocus();
    expect(screen.getByText(/You vote, then see which was which/)).toBeInTheDocument();
    await screen.findByText("10 models ready");
    expect(screen.getByRole("button", { name: /^Battle/ })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: /Debug/ }));
    expect(await box()).toHaveValue("Why does this SQL return duplicates?");
    expect(await box()).toHaveFocus();
    await expectNoAxeViolations();
  });

  it("sends, shows both cards at once, and opens the battle once it has an address", async () => {
    const stream = new FakeStream();
    const { named } = fakeArena({
      "POST /api/sessions": () => stream.response,
      "GET /api/battles/*": () => battle,
    });
    const { user, router } = renderApp("/");
    await user.type(await box(), "What is two and two?{Enter}");
    expect(await screen.findByRole("article", { name: "Assistant A" })).toBeInTheDocument();
    expect(screen.getByRole("article", { name: "Assistant B" })).toBeInTheDocument();
    expect(localStorage.getItem("llmbattler.draft.new")).toBe("What is two and two?");
    stream.start();
    await waitFor(() => expect(router.state.location.pathname).toBe("/battles/b1"));
    expect(localStorage.getItem("llmbattler.draft.new")).toBeNull();
    stream.event("delta", { left: "Four", right: "Five" }, "1.8");
    await screen.findByText("Four");
    expect(named("GET /api/battles/b1/events")).toHaveLength(0);
    expect(named("POST /api/sessions")[0]?.body).toEqual({
      prompt: "What is two and two?",
      mode: "battle",
    });
    finish(stream);
    await screen.findByRole("toolbar");
  });

  it("returns a refused prompt and shows a countdown", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const stream = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "POST /api/sessions": () => problem(429, "You have asked a lot.", {}, { "retry-after": "2" }),
      "GET /api/battles/*": () => battle,
    };
    fakeArena(answers);
    const { user } = renderApp("/");
    await user.type(await box(), "Again{Enter}");
    await screen.findByText("You have asked a lot.");
    expect(await box()).toHaveValue("Again");
    expect(screen.getAllByText(/Try again in/)[0]).toBeVisible();
    act(() => vi.advanceTimersByTime(3_000));
    await waitFor(() => expect(screen.getByRole("button", { name: "Try again" })).toBeEnabled());
    answers["POST /api/sessions"] = () => stream.response;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    stream.start();
    finish(stream);
    vi.useRealTimers();
    await screen.findByRole("toolbar");
  });

  it("remembers a draft", async () => {
    localStorage.setItem("llmbattler.draft.new", "Half a thou");
    fakeArena({});
    const { user } = renderApp("/");
    expect(await box()).toHaveValue("Half a thou");
    await user.clear(await box());
    expect(localStorage.getItem("llmbattler.draft.new")).toBeNull();
  });

  it("shows the length near the limit, and does not send text that is too long", async () => {
    fakeArena({
      "GET /api/arena": anArena({
        limits: { prompt_chars: 20, images: 1, image_bytes: 100, turns: 10 },
      }),
    });
    const { user } = renderApp("/");
    await screen.findByText("10 models ready");
    await user.type(await box(), "12345678901234567890");
    expect(screen.getByText("20 of 20 characters")).toBeInTheDocument();
    await user.keyboard("1");
    expect(screen.getByText(/1 character too long/)).toHaveAttribute("aria-hidden", "true");
    expect(screen.getByText(/longer than 20 characters/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^Battle/ })).toBeDisabled();
  });

  it("works without suggestions when they cannot be loaded", async () => {
    fakeArena({ "GET /api/arena": () => problem(500, "It broke.") });
    renderApp("/");
    await box();
    const ideas = screen.getByRole("list", { name: "Suggested prompts" });
    await waitFor(() => expect(ideas).toBeEmptyDOMElement());
  });

  it("says when there are too few models, and offers other modes", async () => {
    fakeArena({ "GET /api/arena": anArena({ models_waiting: 1 }) });
    const { user, router } = renderApp("/");
    await screen.findByText("A battle needs two models, and only one is ready.");
    await user.click(screen.getByRole("button", { name: "Ask it directly" }));
    await screen.findByRole("heading", { name: "What would you like to ask?" });
    expect(router.state.location.search).toEqual({ mode: "direct" });
  });
});

const mia = aModel({ model_id: "mia", model_name: "Mia" });
const zeta = aModel({ model_id: "zeta-2", model_name: "Zeta 2" });
const three = { contestants: [aModel(), zeta, mia].map(asContestant) };

describe("the named modes", () => {
  it("ask two chosen models, never the same one twice", async () => {
    const stream = new FakeStream();
    const { named } = fakeArena({
      "GET /api/contestants": three,
      "POST /api/sessions": () => stream.response,
      "GET /api/battles/*": () => battle,
    });
    const { user, router } = renderApp("/");
    await user.click(await screen.findByRole("radio", { name: "Side by side" }));
    await user.type(await box(), "Hello");
    await screen.findByRole("button", { name: "Second model: Zeta 2" });
    await user.click(screen.getByRole("button", { name: "First model: Acme One" }));
    const taken = await screen.findByRole("option", { name: /Zeta 2.*already chosen/ });
    expect(taken).toHaveAttribute("aria-disabled", "true");
    await user.type(await screen.findByPlaceholderText("Search models…"), "mia{Enter}");
    await screen.findByRole("button", { name: "First model: Mia" });
    await waitFor(async () => expect(await box()).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Swap sides" }));
    await screen.findByRole("button", { name: "First model: Zeta 2" });
    await user.click(screen.getByRole("button", { name: "Swap sides" }));
    await screen.findByRole("button", { name: "First model: Mia" });
    expect(router.state.location.search).toEqual({
      mode: "side_by_side",
      models: ["mia", "zeta-2"],
    });
    await user.click(screen.getByRole("button", { name: /^Compare/ }));
    await waitFor(() =>
      expect(named("POST /api/sessions")[0]?.body).toEqual({
        prompt: "Hello",
        mode: "side_by_side",
        models: ["mia", "zeta-2"],
      }),
    );
    stream.start();
    finish(stream);
    await screen.findByRole("toolbar");
    await user.keyboard("n");
    await user.click(await screen.findByRole("radio", { name: "Side by side" }));
    await screen.findByRole("button", { name: "First model: Mia" });
    await screen.findByRole("button", { name: "Second model: Zeta 2" });
  });

  it("open the model list when no model is chosen", async () => {
    const { named } = fakeArena({
      "GET /api/contestants": { contestants: [] },
    });
    const { user } = renderApp("/?mode=direct");
    await user.type(await box(), "Hello{Enter}");
    const picker = screen.getByRole("button", { name: "Model: Choose a model" });
    expect(picker).toHaveFocus();
    expect(picker).toHaveAccessibleDescription("Choose a model first.");
    expect(named("POST /api/sessions")).toHaveLength(0);
  });
});

describe("a touchscreen", () => {
  it("inserts a line break with Enter and sends with the button", async () => {
    const stream = new FakeStream();
    const { named } = fakeArena({
      "POST /api/sessions": () => stream.response,
      "GET /api/battles/*": () => battle,
    });
    vi.stubGlobal("matchMedia", (query: string) =>
      Object.assign(new EventTarget(), { matches: query === "(pointer: coarse)" }),
    );
    const { user } = renderApp("/");
    await user.type(await box(), "One{Enter}two");
    expect(await box()).toHaveValue("One\ntwo");
    expect(named("POST /api/sessions")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: /^Battle/ }));
    await waitFor(() => expect(named("POST /api/sessions")).toHaveLength(1));
    stream.start();
    finish(stream);
    await screen.findByRole("toolbar");
  });
});

describe("keys", () => {
  it("of an input method do not send, also in Safari", async () => {
    const { named } = fakeArena({ "POST /api/sessions": () => problem(503, "Later.") });
    const { user } = renderApp("/");
    await user.type(await box(), "にほん");
    fireEvent.keyDown(await box(), { key: "Enter", keyCode: 229 });
    expect(await box()).toHaveValue("にほん");
    expect(named("POST /api/sessions")).toHaveLength(0);
    await user.type(await box(), "{Enter}");
    await screen.findByText("Later.");
  });

  it("open the list of shortcuts and start a new battle, outside of text fields", async () => {
    fakeArena({ "GET /api/battles/*": aBattle() });
    const { user, router } = renderApp("/battles/b1");
    await screen.findByRole("toolbar");
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await user.keyboard("1{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("n");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    await user.type(await box(), "n?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
