import { screen, within } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { member } from "@tests/fake-people";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const part = (name: string) => screen.findByRole("heading", { level: 2, name });
const told = async (text: string) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

function open(tab: string, handlers: Parameters<typeof fakeArena>[0] = {}) {
  const arena = fakeArena({ "GET /api/me": member(), ...handlers });
  return { ...arena, ...renderApp(`/settings?tab=${tab}`) };
}

const ownKey = (changes: object = {}) => ({
  provider_id: "acme",
  provider_name: "Acme",
  origin: "https://api.acme.example:443",
  has_key: false,
  key_hint: null,
  key_state: "none",
  key_set_at: null,
  key_last_used_at: null,
  ...changes,
});
const stored = ownKey({
  has_key: true,
  key_hint: "9f3a",
  key_state: "ready",
  key_set_at: new Date(Date.now() - 7_200_000).toISOString(),
});

describe("own provider keys", () => {
  it("can be stored, replaced and removed, and are never shown", async () => {
    let keys = [ownKey()];
    const { user, named } = open("keys", {
      "GET /api/me/keys": () => ({ keys }),
      "PUT /api/me/keys/acme": () => {
        keys = [stored];
        return stored;
      },
      "DELETE /api/me/keys/acme": () => {
        keys = [ownKey()];
        return undefined;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Add a key for Acme" }));
    const field = screen.getByLabelText("Key for Acme");
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("type", "password");
    await user.type(field, "sk-1{Enter}");
    expect(field).toHaveAccessibleDescription(/at least 8 characters/);
    await user.type(field, "23456789f3a");
    await expectNoAxeViolations();
    await user.type(field, "{Enter}");
    await told("Your key for Acme is saved.");
    expect(named("PUT /api/me/keys/acme")[0]?.body).toEqual({ key: "sk-123456789f3a" });
    expect(await screen.findByText(/ends in 9f3a/)).toHaveTextContent(
      "ends in 9f3a · Stored 2 hours ago · Never used",
    );
    expect(document.body).not.toHaveTextContent("sk-123456789f3a");

    await user.click(screen.getByRole("button", { name: "Replace for Acme" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Remove for Acme" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove your key for Acme?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await told("Your key for Acme is removed.");
    await screen.findByText("No key");
  });

  it("can only be removed if the provider no longer accepts keys", async () => {
    open("keys", { "GET /api/me/keys": { keys: [{ ...stored, key_state: "closed" }] } });
    expect(await screen.findByText(/Yours is not used/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Replace for Acme" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Remove for Acme" })).toBeInTheDocument();
  });

  it("report when they must be entered again or cannot be removed", async () => {
    const { user } = open("keys", {
      "GET /api/me/keys": {
        keys: [{ ...stored, key_state: "unreadable", key_last_used_at: stored.key_set_at }],
      },
      "DELETE /api/me/keys/acme": () => problem(503, "Not now."),
    });
    await screen.findByText(/This key can no longer be read/);
    await user.click(screen.getByRole("button", { name: "Remove for Acme" }));
    await user.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }),
    );
    await told("The key could not be removed.");
  });

  it("are not offered if no provider accepts them", async () => {
    open("keys", { "GET /api/me/keys": { keys: [] } });
    await part("No provider accepts member keys");
  });

  it("show an error when they cannot be loaded", async () => {
    open("keys", { "GET /api/me/keys": () => problem(500, "It broke.") });
    await part("It broke.");
  });
});

describe("the spending of today", () => {
  it("is shown below the profile, with the limit if there is one", async () => {
    open("profile", {
      "GET /api/me/spend": { day: "2026-11-15", limit_usd: 2, known_usd: 0.12, share: 0.1 },
    });
    await screen.findByRole("heading", { name: "Spent today" });
    expect(screen.getByText(/\$0\.12 on models you chose.*\$2\.00/)).toHaveTextContent(
      "About 10% of your daily budget is used, including battles.",
    );
  });

  it("is shown without a limit if there is none", async () => {
    open("profile", {
      "GET /api/me/spend": { day: "2026-11-15", limit_usd: null, known_usd: 0, share: null },
    });
    await screen.findByText(/You have no limit/);
  });
});
