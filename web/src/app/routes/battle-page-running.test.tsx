import { act, screen, waitFor } from "@testing-library/react";
import { aBattle, FakeStream, fakeArena, problem } from "@tests/fake-arena";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const box = () => screen.findByRole("textbox", { name: "Your prompt" });
const bar = () => screen.findByRole("toolbar", { name: "Your vote" });

describe("a battle that is being answered", () => {
  const asked = aBattle({ status: "generating", messages: aBattle().messages.slice(0, 1) });

  it("is joined after a reload and resumed after a lost connection", async () => {
    const streams = [new FakeStream(), new FakeStream()] as const;
    let joined = 0;
    const { named } = fakeArena({
      "GET /api/battles/*": asked,
      "GET /api/battles/*/events": () => (joined++ === 0 ? streams[0] : streams[1]).response,
    });
    renderApp("/battles/b1");
    await screen.findByRole("button", { name: "Stop" });
    streams[0].event("delta", { left: "It is ", right: "Is it " }, "1.12");
    await screen.findByText("It is");
    streams[0].break();
    await screen.findByText(/Reconnecting/);
    await waitFor(() => expect(joined).toBe(2));
    expect(
      named("GET /api/battles/b1/events").map((call) => call.request.headers.get("last-event-id")),
    ).toEqual([null, "1.12"]);
    streams[1].event("delta", { left: "four.", right: "five?" }, "1.22");
    await screen.findByText("It is four.");
    expect(screen.queryByText(/Reconnecting/)).not.toBeInTheDocument();
    streams[1].event("done");
    await bar();
  });

  it("can be stopped and retried with new opponents", async () => {
    const stream = new FakeStream();
    const next = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": asked,
      "GET /api/battles/*/events": () => stream.response,
      "POST /api/battles/*/stop": { ...asked, status: "void", void_message: "You stopped it." },
      "POST /api/sessions/*/battles": () => next.response,
    };
    const { named } = fakeArena(answers);
    const { user, router } = renderApp("/battles/b5");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await screen.findByText("You stopped it.");
    await user.click(screen.getByRole("button", { name: "Try with new opponents" }));
    expect(await screen.findByText("Assistant A")).toBeInTheDocument();
    expect(named("POST /api/sessions/s1/battles")[0]?.body).toEqual({
      prompt: "What is two and two?",
      mode: "battle",
    });
    answers["GET /api/battles/b2"] = { ...asked, battle_id: "b2" };
    next.event("start", { session_id: "s1", battle_id: "b2", message_id: "msg_1" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/battles/b2"));
    next.event("void", { message: "One of the models could not answer." });
    answers["GET /api/battles/b2"] = { ...asked, battle_id: "b2", status: "void" };
    await screen.findByText("One of the models could not answer.");
  });

  it("keeps text typed in the meantime for the new opponents", async () => {
    const stream = new FakeStream();
    const next = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": { ...asked, battle_id: "b7" },
      "GET /api/battles/*/events": () => stream.response,
      "POST /api/sessions/*/battles": () => next.response,
    };
    fakeArena(answers);
    const { user, router } = renderApp("/battles/b7");
    await screen.findByRole("button", { name: "Stop" });
    await user.type(await box(), "And three?");
    answers["GET /api/battles/*"] = { ...asked, battle_id: "b7", answering: false, status: "void" };
    stream.event("void", { message: "One failed." });
    await user.click(await screen.findByRole("button", { name: "Try with new opponents" }));
    answers["GET /api/battles/b8"] = { ...asked, battle_id: "b8" };
    next.event("start", { session_id: "s1", battle_id: "b8", message_id: "msg_1" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/battles/b8"));
    expect(await box()).toHaveValue("And three?");
    expect(localStorage.getItem("llmbattler.draft.b7")).toBeNull();
    expect(localStorage.getItem("llmbattler.draft.b8")).toBe("And three?");
    answers["GET /api/battles/b8"] = aBattle({ battle_id: "b8" });
    next.event("done");
    await bar();
  });

  it("retries new opponents after a refusal", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": { ...asked, battle_id: "b9", answering: false, status: "void" },
      "POST /api/sessions/*/battles": () => problem(503, "Not now."),
    });
    const { user } = renderApp("/battles/b9");
    await user.click(await screen.findByRole("button", { name: "Try with new opponents" }));
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(named("POST /api/sessions/s1/battles")).toHaveLength(2));
    await screen.findByRole("button", { name: "Try again" });
    const tries = named("POST /api/sessions/s1/battles");
    expect(new Set(tries.map((call) => call.request.headers.get("idempotency-key"))).size).toBe(1);
    expect(tries.map((call) => call.body)).toEqual([tries[0]?.body, tries[0]?.body]);
    expect(named("POST /api/battles/b9/messages")).toHaveLength(0);
  });

  it("reports when it cannot be stopped", async () => {
    const stream = new FakeStream();
    fakeArena({
      "GET /api/battles/*": asked,
      "GET /api/battles/*/events": () => stream.response,
      "POST /api/battles/*/stop": () => problem(409, "It is over already."),
    });
    const { user } = renderApp("/battles/b6");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect((await screen.findAllByText("It is over already.")).length).toBeGreaterThan(0);
    stream.event("done");
  });
});

describe("a battle that is being answered again", () => {
  const regenerating = (battle_id: string) =>
    aBattle({ battle_id, status: "generating", can_vote: false });

  it("shows the new answers after a reload", async () => {
    const stream = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": regenerating("r1"),
      "GET /api/battles/*/events": () => stream.response,
    };
    fakeArena(answers);
    renderApp("/battles/r1");
    await screen.findByRole("button", { name: "Stop" });
    expect(screen.queryByText("It is four.")).not.toBeInTheDocument();
    stream.event("start", { session_id: "s1", battle_id: "r1", message_id: "msg_1" });
    stream.event("delta", { left: "Still four.", right: "Four." }, "1r1.9");
    await screen.findByText("Still four.");
    answers["GET /api/battles/*"] = answeredAgain("r1");
    stream.event("done");
    await bar();
  });

  it("is joined from another tab that showed the old answers", async () => {
    const streams = [new FakeStream(), new FakeStream()] as const;
    let joined = 0;
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": { ...regenerating("r2"), messages: aBattle().messages.slice(0, 1) },
      "GET /api/battles/*/events": () => (joined++ === 0 ? streams[0] : streams[1]).response,
    };
    fakeArena(answers);
    renderApp("/battles/r2");
    await screen.findByRole("button", { name: "Stop" });
    streams[0].event("start", { session_id: "s1", battle_id: "r2", message_id: "msg_1" });
    streams[0].event("delta", { left: "It is four.", right: "It is five." }, "1.11");
    answers["GET /api/battles/*"] = aBattle({ battle_id: "r2" });
    streams[0].event("done");
    await bar();
    act(() => FakeSocket.last.accept());
    answers["GET /api/battles/*"] = regenerating("r2");
    act(() => FakeSocket.last.tell({ type: "event", topic: "battle:r2", id: "r2" }));
    await screen.findByRole("button", { name: "Stop" });
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
    streams[1].event("delta", { left: "Still four.", right: "Four." }, "1r1.9");
    await screen.findByText("Still four.");
    answers["GET /api/battles/*"] = answeredAgain("r2");
    streams[1].event("done");
    await bar();
  });

  it("is polled until the server knows that it has ended", async () => {
    const stream = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": regenerating("r3"),
      "GET /api/battles/*/events": () => stream.response,
    };
    const { named } = fakeArena(answers);
    renderApp("/battles/r3");
    await screen.findByRole("button", { name: "Stop" });
    stream.event("start", { session_id: "s1", battle_id: "r3", message_id: "msg_1" });
    stream.event("done");
    await bar();
    await waitFor(() => expect(named("GET /api/battles/r3").length).toBeGreaterThan(3));
    expect(named("GET /api/battles/r3/events")).toHaveLength(1);
    answers["GET /api/battles/*"] = answeredAgain("r3");
    await screen.findByText("Four it is.");
  });
});

const answeredAgain = (battle_id: string) => {
  const [question] = aBattle().messages;
  return aBattle({
    battle_id,
    messages: [
      ...(question ? [question] : []),
      { message_id: "msg_4", role: "assistant", position: "left", text: "Four it is.", turn: 1 },
      { message_id: "msg_5", role: "assistant", position: "right", text: "Four.", turn: 1 },
    ],
  });
};
