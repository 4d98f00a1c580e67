import { screen, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { aLeaderboard } from "@tests/fake-ratings";
import { renderApp } from "@tests/render-app";
import { describe, expect, it, vi } from "vitest";

// As when the connection is gone between the page and what it loads later.
const away = vi.hoisted(() => () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/components/ui/model-choices", away);
vi.mock("./plots-section", away);

const unreachable = { "/healthz": new TypeError("Failed to fetch") };

describe("a part that does not come", () => {
  it("leaves the comparison as it is, and says why no list opens", async () => {
    fakeApi({ "/api/models": listOf(aModel()), ...unreachable });
    const { user } = renderApp("/versus");
    await user.click(await screen.findByRole("button", { name: "First model: Choose a model" }));
    expect(await screen.findByText("The server cannot be reached.")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Which two models?" })).toBeInTheDocument();
  });

  it("leaves the board as it is, and can be asked for again", async () => {
    fakeApi({ "/api/leaderboard": { body: aLeaderboard() }, ...unreachable });
    renderApp("/leaderboard");
    await screen.findByRole("heading", { name: "The server cannot be reached." });
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
    expect(within(screen.getByRole("table")).getByText("Acme One")).toBeInTheDocument();
  });
});
