import { screen, waitFor } from "@testing-library/react";
import { aBattle, FakeStream, fakeArena, problem } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const bar = () => screen.findByRole("toolbar", { name: "Your vote" });

describe("a battle that is being answered", () => {
  const asked = aBattle({ status: "generating", messages: aBattle().messages.slice(0, 1) });

  it("is joined after a reload, and taken up again after a drop", async () => {
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

  it("can be stopped, and then tried with new opponents", async () => {
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

  it("says so when it cannot be stopped", async () => {
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
