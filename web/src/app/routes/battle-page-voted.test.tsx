import { act, fireEvent, screen } from "@testing-library/react";
import { aBattle, aVote, FakeStream, fakeArena, problem, someDetails } from "@tests/fake-arena";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import { describe, expect, it, vi } from "vitest";

const bar = () => screen.findByRole("toolbar", { name: "Your vote" });
const box = () => screen.findByRole("textbox", { name: "Your prompt" });

describe("a voted battle", () => {
  const voted = aBattle({ status: "voted", vote: aVote("right_better"), details: someDetails });

  it("offers a new battle in the same chat, or continues with the same models", async () => {
    const stream = new FakeStream();
    const again = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": voted,
      "POST /api/battles/*/messages": () => stream.response,
      "POST /api/battles/*/regenerate": () => again.response,
    };
    const { named } = fakeArena(answers);
    const { user, router } = renderApp("/battles/b1");
    await screen.findByText("You voted for B");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await box()).toHaveFocus();
    await user.keyboard("Sure?{Enter}");
    expect(named("POST /api/battles/b1/messages")).toHaveLength(1);
    stream.start();
    const failed = { message_id: "msg_4", role: "user" as const, text: "Sure?", turn: 2 };
    answers["GET /api/battles/*"] = {
      ...voted,
      messages: [...voted.messages, failed],
      void_message: "It failed.",
    };
    stream.event("void", { message: "It failed.", status: "voted" });
    await screen.findByText("It failed.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(named("POST /api/battles/b1/regenerate")).toHaveLength(1);
    again.start();
    again.event("void", { message: "It failed again.", status: "voted" });
    await screen.findByText(/It failed/);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(screen.getByRole("button", { name: /New battle/ }));
    await screen.findByRole("heading", { name: "What would you like two models to answer?" });
    expect(router.state.location.search).toEqual({ session: "s1" });
  });

  it("starts the next battle with the typed text", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": voted,
      "POST /api/sessions/*/battles": () => problem(503, "No models.", { detail: "Later." }),
    });
    const { user } = renderApp("/battles/b1");
    await screen.findByText("You voted for B");
    await user.type(await box(), "Next{Enter}");
    await screen.findByText("No models.");
    expect(named("POST /api/sessions/s1/battles")[0]?.body).toEqual({
      prompt: "Next",
      mode: "battle",
    });
    expect(await box()).toHaveValue("Next");
    await user.click(screen.getByRole("button", { name: "Close this message" }));
    expect(screen.queryByText("No models.")).not.toBeInTheDocument();
  });

  it("shows the newer of two errors", async () => {
    fakeArena({
      "GET /api/battles/*": { ...voted, battle_id: "v1" },
      "POST /api/battles/*/messages": () => problem(429, "Too much."),
      "POST /api/sessions/*/battles": () => problem(503, "No models."),
    });
    const { user } = renderApp("/battles/v1");
    await user.click(await screen.findByRole("button", { name: "Continue" }));
    await user.type(await box(), "Sure?{Enter}");
    await screen.findByText("Too much.");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(screen.getByRole("button", { name: /New battle/ }));
    await screen.findByText("No models.");
    expect(screen.queryByText("Too much.")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(screen.getByRole("button", { name: /Send/ }));
    await screen.findByText("Too much.");
    expect(screen.queryByText("No models.")).not.toBeInTheDocument();
  });

  it("can be shared and unshared", async () => {
    fakeArena({
      "GET /api/battles/*": voted,
      "POST /api/battles/*/share": { token: "t", path: "/s/t" },
      "DELETE /api/battles/*/share": () => new Response(null, { status: 204 }),
    });
    const { user } = renderApp("/battles/b1");
    await user.click(await screen.findByRole("button", { name: "Share" }));
    expect(screen.getByText(/also listed on their models' pages/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("textbox", { name: "Link" })).toHaveValue(
      `${window.location.origin}/s/t`,
    );
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/s/t`);
    await user.click(screen.getByRole("button", { name: "Stop sharing" }));
    await screen.findByRole("button", { name: "Create link" });
  });

  it("can be replayed with pause, speed and a scrubber", async () => {
    fakeArena({
      "GET /api/battles/*": voted,
      "GET /api/battles/*/replay": {
        turns: [
          {
            prompt: "What is two and two?",
            left: "It is four.",
            right: "It is five.",
            ticks: [
              [1_000, 5, 5],
              [60_000, 11, 11],
            ],
          },
        ],
      },
    });
    const { user, router } = renderApp("/battles/b1");
    await user.click(await screen.findByRole("button", { name: "Replay" }));
    await user.click(await screen.findByRole("button", { name: "Pause" }));
    expect(router.state.location.search).toEqual({ replay: true });
    const scrubber = screen.getByRole("slider", { name: "Position" });
    fireEvent.change(scrubber, { target: { value: "2000" } });
    expect(await screen.findByText("2.0 s of 1 min 0 s")).toBeInTheDocument();
    expect(screen.getByRole("article", { name: "Acme One" })).toHaveTextContent(/It is$/);
    await user.click(screen.getByRole("radio", { name: "4×" }));
    act(() => screen.getByRole("main").focus());
    await user.keyboard("{ArrowRight}");
    await screen.findByText("3.0 s of 1 min 0 s");
    await user.keyboard(" ");
    await screen.findByRole("button", { name: "Pause" });
    fireEvent.change(scrubber, { target: { value: "60000" } });
    await screen.findByText("It is four.");
    await user.keyboard(" {Escape}");
    await screen.findByText("You voted for B");
  });

  it("scrolls with its replay, wherever the answers were scrolled to", async () => {
    fakeArena({
      "GET /api/battles/*": voted,
      "GET /api/battles/*/replay": {
        turns: [{ prompt: "p", left: "The end.", right: "Also.", ticks: [[60_000, 8, 5]] }],
      },
    });
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(500);
    const { user } = renderApp("/battles/b1");
    const text = () => screen.findByRole("region", { name: "Answer from Acme One" });
    fireEvent.wheel(await text(), { deltaY: -100 });
    await user.click(screen.getByRole("button", { name: "Replay" }));
    await screen.findByRole("button", { name: "Pause" });
    expect((await text()).scrollTop).toBe(500);
    await user.click(screen.getByRole("button", { name: "Close replay" }));
    await screen.findByText("You voted for B");
    expect((await text()).scrollTop).toBe(0);
  });

  it("returns when its replay cannot be loaded", async () => {
    fakeArena({
      "GET /api/battles/*": voted,
      "GET /api/battles/*/replay": () => problem(500, "It broke."),
    });
    const { user, router } = renderApp("/battles/b1?replay=true");
    await screen.findByRole("heading", { name: "It broke." });
    await user.click(screen.getByRole("button", { name: "Close replay" }));
    await screen.findByText("You voted for B");
    expect(router.state.location.search).toEqual({});
  });

  it("closes its replay by the space bar on the button", async () => {
    fakeArena({
      "GET /api/battles/*": voted,
      "GET /api/battles/*/replay": {
        turns: [{ prompt: "p", left: "The end.", right: "Also.", ticks: [[60_000, 8, 5]] }],
      },
    });
    const { user } = renderApp("/battles/b1?replay=true");
    await user.click(await screen.findByRole("button", { name: "Pause" }));
    await user.keyboard(" ");
    await screen.findByRole("button", { name: "Pause" });
    act(() => screen.getByRole("button", { name: "Close replay" }).focus());
    await user.keyboard(" ");
    await screen.findByText("You voted for B");
  });

  it("is updated from another tab", async () => {
    const answers: Parameters<typeof fakeArena>[0] = { "GET /api/battles/*": aBattle() };
    fakeArena(answers);
    renderApp("/battles/b1");
    await bar();
    act(() => FakeSocket.last.accept());
    expect(FakeSocket.last.sent).toContainEqual({ subscribe: ["battle:b1"] });
    answers["GET /api/battles/*"] = voted;
    act(() => FakeSocket.last.tell({ type: "event", topic: "battle:b1", id: "b1" }));
    await screen.findByText("You voted for B");
  });
});

it("respects reduced motion", async () => {
  vi.stubGlobal(
    "matchMedia",
    vi.fn(() => Object.assign(new EventTarget(), { matches: true })),
  );
  fakeArena({
    "GET /api/battles/*": aBattle({ status: "voted", vote: aVote("tie"), details: someDetails }),
    "GET /api/battles/*/replay": {
      turns: [{ prompt: "p", left: "The end.", right: "Also.", ticks: [[5_000, 8, 5]] }],
    },
  });
  renderApp("/battles/b1?replay=true");
  await screen.findByText("The end.");
  expect(screen.getByRole("button", { name: "Play" })).toBeInTheDocument();
});
