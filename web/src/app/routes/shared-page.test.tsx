import { screen } from "@testing-library/react";
import { aBattle, aVote, fakeArena, problem, someDetails } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

describe("a shared battle", () => {
  it("is read-only, unlisted and blind until the vote", async () => {
    const { battle_id: _, session_id: __, ...open } = aBattle();
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/shared/*": { title: "Sum", ...open },
    };
    fakeArena(answers);
    renderApp("/s/token");
    await screen.findByText("It is four.");
    expect(screen.getByText(/names stay hidden/)).toBeInTheDocument();
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Your prompt" })).not.toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it("shows the vote and the names", async () => {
    fakeArena({
      "GET /api/shared/*": {
        title: "Sum",
        ...aBattle({ status: "voted", vote: aVote("left_better"), details: someDetails }),
      },
    });
    renderApp("/s/token");
    await screen.findByText("The vote: A is better");
    expect(screen.getByRole("article", { name: "Zeta 2" })).toBeInTheDocument();
    expect(screen.getByText("winner")).toBeInTheDocument();
  });

  it("shows an error when the link was removed", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/shared/*": () => problem(500, "It broke."),
    };
    fakeArena(answers);
    const { user } = renderApp("/s/token");
    await screen.findByRole("heading", { name: "It broke." });
    answers["GET /api/shared/*"] = () => problem(404, "No.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "This link does not work" });
  });

  it("shows an error for an incomplete link", async () => {
    fakeArena({ "GET /api/shared/*": () => problem(422, "The request is not valid.") });
    renderApp("/s/abc");
    await screen.findByRole("heading", { name: "This link does not work" });
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  });
});
