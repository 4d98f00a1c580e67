import { screen, waitFor, within } from "@testing-library/react";
import { aModel, asContestant } from "@tests/fake-api";
import { aBattle, FakeStream, fakeArena, someDetails } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const bar = () => screen.findByRole("toolbar", { name: "Your vote" });
const box = () => screen.findByRole("textbox", { name: "Your prompt" });
const asked = { message_id: "msg_4", role: "user" as const, text: "And three?", turn: 2 };
const given = (text: string, position: "left" | "right", message_id: string) => ({
  message_id,
  role: "assistant" as const,
  position,
  text,
  turn: 2,
});

describe("a later turn that fails", () => {
  const battle = (changes: Parameters<typeof aBattle>[0]) =>
    aBattle({ messages: [...aBattle().messages, asked], message_count: 2, ...changes });
  const failed = (battle_id: string) =>
    battle({ battle_id, void_message: "One of the two could not answer." });

  it("keeps the conversation and the vote, and is retried with both sides", async () => {
    const [first, second] = [new FakeStream(), new FakeStream()];
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": aBattle({ battle_id: "f1" }),
      "POST /api/battles/*/messages": () => first.response,
      "POST /api/battles/*/regenerate": () => second.response,
    };
    const { named } = fakeArena(answers);
    const { user } = renderApp("/battles/f1");
    await bar();
    await user.type(await box(), "And three?{Enter}");
    first.event("start", { session_id: "s1", battle_id: "f1", message_id: "msg_4" });
    first.event("delta", { left: "Hal", right: "Ha" }, "2.3");
    await screen.findByText("Hal");
    answers["GET /api/battles/*"] = failed("f1");
    first.event("void", { message: "One of the two could not answer.", status: "open" });
    await screen.findByText("One of the two could not answer.");
    await waitFor(() => expect(screen.queryByText("Hal")).not.toBeInTheDocument());
    expect(screen.getByText("It is four.")).toBeInTheDocument();
    expect(screen.getAllByText("And three?").length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Try with new opponents" })).toBeNull();
    await bar();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(named("POST /api/battles/f1/regenerate")).toHaveLength(1);
    second.event("start", { session_id: "s1", battle_id: "f1", message_id: "msg_4" });
    second.event("delta", { left: "Three it is.", right: "Six." }, "2r1.12");
    await screen.findByText("Three it is.");
    expect(screen.queryByText("One of the two could not answer.")).not.toBeInTheDocument();
    answers["GET /api/battles/*"] = battle({
      battle_id: "f1",
      messages: [
        ...aBattle().messages,
        asked,
        given("Three it is.", "left", "msg_5"),
        given("Six.", "right", "msg_6"),
      ],
    });
    second.event("done");
    await bar();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("can be retried after a reload, or followed by another question", async () => {
    const stream = new FakeStream();
    const { named } = fakeArena({
      "GET /api/battles/*": failed("f2"),
      "POST /api/battles/*/messages": () => stream.response,
    });
    const { user } = renderApp("/battles/f2");
    await screen.findByRole("button", { name: "Try again" });
    expect(screen.getAllByText("No answer.")).toHaveLength(2);
    await user.type(await box(), "Something else?{Enter}");
    expect(named("POST /api/battles/f2/messages")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
    stream.end();
  });

  it("is open again after it was stopped", async () => {
    const stream = new FakeStream();
    fakeArena({
      "GET /api/battles/*": battle({ battle_id: "f3", status: "generating" }),
      "GET /api/battles/*/events": () => stream.response,
      "POST /api/battles/*/stop": battle({ battle_id: "f3", void_message: "You stopped this." }),
    });
    const { user } = renderApp("/battles/f3");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await screen.findByText("You stopped this.");
    await bar();
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});

describe("a named model that fails", () => {
  const half = (battle_id: string) =>
    aBattle({
      battle_id,
      mode: "side_by_side",
      details: someDetails,
      can_vote: false,
      messages: aBattle().messages.filter((message) => message.position !== "left"),
      void_message: "The other answer is kept.",
    });

  it("keeps the other answer, accepts no vote, and is retried alone", async () => {
    const stream = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": half("h1"),
      "POST /api/battles/*/regenerate": () => stream.response,
    };
    fakeArena(answers);
    const { user } = renderApp("/battles/h1");
    const left = await screen.findByRole("article", { name: "Acme One" });
    expect(within(left).getByText("No answer.")).toBeInTheDocument();
    expect(await screen.findByText("It is five.")).toBeInTheDocument();
    expect(screen.queryByRole("toolbar", { name: "Your vote" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    stream.event("start", { session_id: "s1", battle_id: "h1", message_id: "msg_1" });
    stream.event("delta", { left: "Four, of course.", right: "" }, "1r1.16");
    expect(await screen.findByText("Four, of course.")).toBeInTheDocument();
    expect(screen.getByText("It is five.")).toBeInTheDocument();
    answers["GET /api/battles/*"] = aBattle({
      battle_id: "h1",
      mode: "side_by_side",
      details: someDetails,
    });
    stream.event("done");
    await bar();
  });
});

describe("the cause of a failure", () => {
  const cause = (report: string | null) => ({
    kind: "bad_key",
    message: "The provider does not accept the API key.",
    report,
  });

  it("is in the card of the side that failed, with a retry for that side", async () => {
    const stream = new FakeStream();
    fakeArena({
      "GET /api/battles/*": aBattle({
        battle_id: "c1",
        mode: "side_by_side",
        details: someDetails,
        can_vote: false,
        messages: aBattle().messages.filter((message) => message.position !== "left"),
        void_message: "The other answer is kept.",
        failures: { left: cause("HTTP 401: Wrong key."), right: null },
      }),
      "POST /api/battles/*/regenerate": () => stream.response,
    });
    const { user } = renderApp("/battles/c1");
    const left = await screen.findByRole("article", { name: "Acme One" });
    expect(within(left).getByText("The provider does not accept the API key.")).toBeVisible();
    expect(within(left).getByText("The provider says: HTTP 401: Wrong key.")).toBeVisible();
    expect(screen.getByRole("textbox")).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Try this model again" }));
    stream.event("start", { session_id: "s1", battle_id: "c1", message_id: "msg_1" });
    stream.event("delta", { left: "Four, of course.", right: "" }, "1r1.16.0");
    expect(await within(left).findByText("Four, of course.")).toBeInTheDocument();
    expect(screen.queryByText("The provider does not accept the API key.")).toBeNull();
  });

  it("comes with the menu of models in a chat", async () => {
    const stream = new FakeStream();
    const { calls } = fakeArena({
      "GET /api/contestants": {
        contestants: [
          asContestant(aModel()),
          asContestant(aModel({ model_id: "zeta-2", model_name: "Zeta 2" })),
        ],
      },
      "GET /api/battles/*": aBattle({
        battle_id: "c2",
        mode: "direct",
        status: "void",
        details: { left: someDetails.left, right: null },
        messages: aBattle().messages.slice(0, 1),
        void_message: "The model could not answer. Try again, or choose another model.",
        failures: { left: cause(null), right: null },
      }),
      "POST /api/sessions/*/battles": () => stream.response,
    });
    const { user } = renderApp("/battles/c2");
    expect(await screen.findByText("The provider does not accept the API key.")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Model: Choose a model" }));
    await user.click(await screen.findByRole("option", { name: /Zeta 2/ }));
    await waitFor(() =>
      expect(calls.at(-1)?.body).toMatchObject({ mode: "direct", models: ["zeta-2"] }),
    );
  });
});
