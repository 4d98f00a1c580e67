import { screen, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { aLeaderboard } from "@tests/fake-ratings";
import { renderApp } from "@tests/render-app";
import { describe, expect, it, vi } from "vitest";

// Simulates a connection that is lost between loading the page and loading its parts.
const away = vi.hoisted(() => () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/components/ui/model-choices", away);
vi.mock("./plots-section", away);

const unreachable = { "/healthz": new TypeError("Failed to fetch") };

describe("a part that cannot be loaded", () => {
  it("keeps the comparison and shows why no list opens", async () => {
    fakeApi({ "/api/models": listOf(aModel()), ...unreachable });
    const { user } = renderApp("/versus");
    await user.click(await screen.findByRole("button", { name: "First model: Choose a model" }));
    expect(await screen.findByText("The server cannot be reached.")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Which two models?" })).toBeInTheDocument();
  });

  it("keeps the leaderboard and can be retried", async () => {
    fakeApi({ "/api/leaderboard": { body: aLeaderboard() }, ...unreachable });
    renderApp("/leaderboard");
    await screen.findByRole("heading", { name: "The server cannot be reached." });
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
    expect(within(screen.getByRole("table")).getByText("Acme One")).toBeInTheDocument();
  });
});
