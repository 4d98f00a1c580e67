import { act, screen, waitFor, within } from "@testing-library/react";
import { aBattle, FakeStream, fakeArena, problem, someDetails } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const voteAnswer = {
  battle_id: "b1",
  vote: "left_better",
  revealed_models: { left: "acme-one", right: "zeta-2" },
  details: someDetails,
};

const bar = () => screen.findByRole("toolbar", { name: "Your vote" });
const box = () => screen.findByRole("textbox", { name: "Your prompt" });

describe("an open battle", () => {
  it("shows both answers without names and reveals the names after a vote by key", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/vote": voteAnswer,
    });
    const { user } = renderApp("/battles/b1");
    await bar();
    expect(screen.getByRole("article", { name: "Assistant A" })).toHaveTextContent("It is four.");
    expect(screen.getByRole("article", { name: "Assistant B" })).toHaveTextContent("It is five.");
    expect(document.documentElement.outerHTML).not.toMatch(/Acme One|Zeta 2/);
    await expectNoAxeViolations();

    await user.keyboard("{Control>}1{/Control}");
    await user.type(await box(), "1");
    expect(named("POST /api/battles/b1/vote")).toHaveLength(0);
    await user.keyboard("{Escape}1");
    await screen.findByRole("article", { name: "Acme One" });
    expect(named("POST /api/battles/b1/vote")[0]?.body).toEqual({ vote: "left_better" });
    expect(named("POST /api/battles/b1/vote")[0]?.request.headers.get("idempotency-key")).toMatch(
      /^[\da-f-]{36}$/,
    );
    expect(screen.getByText("your choice")).toBeInTheDocument();
    expect(screen.getAllByText("first token 0.3 s")).toHaveLength(2);
    expect(
      screen.getByText("Assistant A was Acme One. Assistant B was Zeta 2."),
    ).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it("accepts reasons with the vote, and moves in the bar by arrow keys", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/vote": { ...voteAnswer, vote: "tie" },
    });
    const { user } = renderApp("/battles/b1");
    await bar();
    await user.click(screen.getByRole("button", { name: "Add a reason" }));
    await user.click(screen.getByRole("button", { name: "Accurate" }));
    const why = screen.getByRole("textbox", { name: "Comment on your vote" });
    expect(why).toHaveAttribute("maxlength", "2000");
    await user.type(why, " Both fine ");
    const buttons = within(await bar()).getAllByRole("button");
    act(() => buttons[0]?.focus());
    await user.keyboard("{ArrowLeft}");
    expect(buttons[3]).toHaveFocus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(buttons[1]).toHaveFocus();
    expect(buttons.map((button) => button.tabIndex)).toEqual([-1, 0, -1, -1]);
    await user.keyboard("{Enter}");
    await screen.findByText("You voted for a tie");
    await waitFor(() => expect(screen.getByRole("region", { name: "Answers" })).toHaveFocus());
    expect(named("POST /api/battles/b1/vote")[0]?.body).toEqual({
      vote: "tie",
      reasons: ["accurate"],
      comment: "Both fine",
    });
  });

  it("shows the vote that already stands", async () => {
    fakeArena({
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/vote": () =>
        problem(409, "This battle has a vote.", { ...voteAnswer, vote: "both_bad" }),
    });
    const { user } = renderApp("/battles/b1");
    await bar();
    await user.keyboard("4");
    await screen.findByText("You said both are bad");
    expect(screen.getAllByText(/already has a vote/).length).toBeGreaterThan(0);
  });

  it("reports a failed vote and allows a retry", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/vote": () => problem(503, "Not now."),
    };
    fakeArena(answers);
    const { user } = renderApp("/battles/b1");
    await bar();
    await user.keyboard("2");
    expect((await screen.findAllByText("Your vote could not be saved.")).length).toBeGreaterThan(0);
    answers["POST /api/battles/*/vote"] = voteAnswer;
    await user.keyboard("1");
    await screen.findByText("You voted for A");
  });

  it("accepts a follow-up: waiting, streaming, done, with Stop instead of Send", async () => {
    const stream = new FakeStream();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/messages": () => stream.response,
    };
    const { named } = fakeArena(answers);
    const { user } = renderApp("/battles/b1");
    await bar();
    await user.type(await box(), "And{Shift>}{Enter}{/Shift}three?{Enter}");
    await screen.findByRole("button", { name: "Stop" });
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
    expect(named("POST /api/battles/b1/messages")[0]?.body).toEqual({ prompt: "And\nthree?" });
    stream.event("start", { session_id: "s1", battle_id: "b1", message_id: "msg_4" });
    await waitFor(async () => expect(await box()).toHaveValue(""));
    stream.event("delta", { left: "Six.", right: "Seven." }, "2.10");
    await screen.findByText("Six.");
    answers["GET /api/battles/*"] = aBattle({
      message_count: 2,
      messages: [
        ...aBattle().messages,
        { message_id: "msg_4", role: "user", text: "And\nthree?", turn: 2 },
        { message_id: "msg_5", role: "assistant", position: "left", text: "Six!", turn: 2 },
        { message_id: "msg_6", role: "assistant", position: "right", text: "Seven!", turn: 2 },
      ],
    });
    stream.event("done");
    await bar();
    await screen.findByText("Six!");
    expect(screen.getByText("Both answers are complete. You can vote now.")).toBeInTheDocument();
  });

  it("returns a refused follow-up with the retry time and the same key", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/messages": () =>
        problem(429, "You have asked a lot.", { detail: "Wait." }, { "retry-after": "300" }),
    };
    const { named } = fakeArena(answers);
    const { user } = renderApp("/battles/b1");
    await bar();
    await user.type(await box(), "More?{Enter}");
    await screen.findByText("You have asked a lot.");
    expect(screen.getAllByText(/Try again in 5 minutes/)[0]).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again" })).toBeDisabled();
    expect(await box()).toHaveValue("More?");
    expect(localStorage.getItem("llmbattler.draft.b1")).toBe("More?");

    answers["POST /api/battles/*/messages"] = () => {
      throw new TypeError("Failed to fetch");
    };
    await user.click(await box());
    await user.keyboard("{Enter}");
    await screen.findByText("The server cannot be reached.");
    const again = new FakeStream();
    answers["POST /api/battles/*/messages"] = () => again.response;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    again.event("start", { session_id: "s1", battle_id: "b1", message_id: "msg_4" });
    await waitFor(() => expect(localStorage.getItem("llmbattler.draft.b1")).toBeNull());
    const keys = named("POST /api/battles/b1/messages").map((call) =>
      call.request.headers.get("idempotency-key"),
    );
    expect(new Set(keys).size).toBe(1);
    again.event("done");
    await bar();
  });

  it("can be answered again", async () => {
    const stream = new FakeStream();
    const { named } = fakeArena({
      "GET /api/battles/*": aBattle(),
      "POST /api/battles/*/regenerate": () => stream.response,
    });
    const { user } = renderApp("/battles/b1");
    await user.click(await screen.findByRole("button", { name: "Regenerate" }));
    stream.start();
    stream.event("delta", { left: "Still four.", right: "Four." }, "1.9");
    await screen.findByText("Still four.");
    expect(screen.queryByText("It is four.")).not.toBeInTheDocument();
    expect(named("POST /api/battles/b1/regenerate")[0]?.body).toEqual({});
    stream.event("done");
    await bar();
  });

  it("uses the same key after answering again was refused", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": aBattle({ battle_id: "t1" }),
      "POST /api/battles/*/regenerate": () => problem(503, "Not this minute."),
    });
    const { user } = renderApp("/battles/t1");
    await user.click(await screen.findByRole("button", { name: "Regenerate" }));
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(named("POST /api/battles/t1/regenerate")).toHaveLength(2));
    const keys = named("POST /api/battles/t1/regenerate").map((call) =>
      call.request.headers.get("idempotency-key"),
    );
    expect(new Set(keys).size).toBe(1);
    expect(named("POST /api/battles/t1/messages")).toHaveLength(0);
    await screen.findByText("Not this minute.");
  });

  it("keeps text typed before the last question was accepted", async () => {
    const stream = new FakeStream();
    fakeArena({
      "GET /api/battles/*": aBattle({ battle_id: "t2" }),
      "POST /api/battles/*/messages": () => stream.response,
    });
    const { user } = renderApp("/battles/t2");
    await bar();
    await user.type(await box(), "first{Enter}");
    await screen.findByRole("button", { name: "Stop" });
    await user.clear(await box());
    await user.type(await box(), "second");
    stream.event("start", { session_id: "s1", battle_id: "t2", message_id: "msg_4" });
    stream.event("delta", { left: "Six.", right: "Seven." }, "2.10");
    await screen.findByText("Six.");
    expect(await box()).toHaveValue("second");
    expect(localStorage.getItem("llmbattler.draft.t2")).toBe("second");
    stream.event("done");
    await bar();
  });
});
