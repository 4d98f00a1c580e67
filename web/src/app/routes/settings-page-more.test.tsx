import { screen, waitFor, within } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { member, visitor } from "@tests/fake-people";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it, vi } from "vitest";

const part = (name: string) => screen.findByRole("heading", { level: 2, name });
const told = async (text: string) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

function open(tab: string, handlers: Parameters<typeof fakeArena>[0] = {}) {
  const arena = fakeArena({ "GET /api/me": member(), ...handlers });
  return { ...arena, ...renderApp(`/settings?tab=${tab}`) };
}

const token = (changes: object = {}) => ({
  token_id: "t1",
  name: "nightly script",
  hint: "llmb_ab12",
  scopes: ["read", "write"],
  created_at: new Date().toISOString(),
  last_used_at: null,
  expires_at: null,
  ...changes,
});

describe("tokens", () => {
  it("are created with name, scopes and expiry, and shown once", async () => {
    let tokens: object[] = [];
    const { user, named } = open("tokens", {
      "GET /api/me/tokens": () => ({ tokens }),
      "POST /api/me/tokens": () => {
        tokens = [token()];
        return { ...token(), token: "llmb_ab12secret" };
      },
    });
    await part("No tokens yet");
    await user.click(screen.getByRole("button", { name: "New token" }));
    const name = screen.getByRole("textbox", { name: "Name" });
    expect(name).toHaveFocus();
    await user.click(screen.getByRole("checkbox", { name: "Read" }));
    await user.click(screen.getByRole("button", { name: "Create token" }));
    expect(name).toHaveFocus();
    expect(name).toHaveAccessibleDescription(/Give the token a name/);
    expect(screen.getByText("Choose at least one.")).toBeInTheDocument();
    expect(screen.queryByRole("checkbox", { name: "Admin" })).not.toBeInTheDocument();
    await user.type(name, "nightly script");
    await user.click(screen.getByRole("checkbox", { name: "Write" }));
    await user.click(screen.getByRole("checkbox", { name: "Read" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Expires" }), "in 7 days");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Create token" }));
    expect(await screen.findByText("llmb_ab12secret")).toBeInTheDocument();
    expect(named("POST /api/me/tokens")[0]?.body).toEqual({
      name: "nightly script",
      scopes: ["write", "read"],
      days: 7,
    });
    expect(screen.getByText(/curl -H "Authorization: Bearer llmb_ab12secret"/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    await expect(navigator.clipboard.readText()).resolves.toBe("llmb_ab12secret");
    await told("Token copied.");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    await told("Your browser did not allow copying. Select the token instead.");
    await user.click(screen.getByRole("button", { name: "I've copied it" }));
    expect(screen.queryByText("llmb_ab12secret")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Revoke nightly script" })).toBeInTheDocument();
  });

  it("can have the admin scope if the role allows it, and no expiry", async () => {
    const { user, named } = open("tokens", {
      "GET /api/me": member({ kind: "admin" }),
      "GET /api/me/tokens": { tokens: [token()] },
      "POST /api/me/tokens": () => problem(409, "You have reached the maximum number of tokens."),
    });
    await user.click(await screen.findByRole("button", { name: "New token" }));
    await user.type(screen.getByRole("textbox", { name: "Name" }), "admin");
    await user.click(screen.getByRole("checkbox", { name: "Admin" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Expires" }), "never");
    await user.click(screen.getByRole("button", { name: "Create token" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("the maximum number of tokens");
    expect(named("POST /api/me/tokens")[0]?.body).toMatchObject({
      scopes: ["read", "admin"],
      days: null,
    });
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
  });

  it("are revoked after a confirmation that names them", async () => {
    let tokens = [
      token(),
      token({
        token_id: "t2",
        name: "old",
        last_used_at: new Date(Date.now() - 7_200_000).toISOString(),
        expires_at: new Date(Date.now() - 3_600_000).toISOString(),
      }),
    ];
    const { user, handlers } = open("tokens", {
      "GET /api/me/tokens": () => ({ tokens }),
      "DELETE /api/me/tokens/t1": () => problem(503, "Not now."),
    });
    expect(await screen.findByText(/Never used/)).toBeInTheDocument();
    expect(screen.getByText(/Expired/)).toHaveTextContent("Last used 2 hours ago · Expired");
    const revoke = async () => {
      await user.click(screen.getByRole("button", { name: "Revoke nightly script" }));
      const dialog = await screen.findByRole("dialog", { name: "Revoke “nightly script”?" });
      await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
    };
    await revoke();
    await told("The token could not be revoked.");
    handlers["DELETE /api/me/tokens/t1"] = () => {
      tokens = [];
      return undefined;
    };
    await revoke();
    await told("“nightly script” was revoked.");
    await part("No tokens yet");
  });

  it("show an error when they cannot be loaded", async () => {
    open("tokens", { "GET /api/me/tokens": () => problem(500, "It broke.") });
    await part("It broke.");
  });
});

describe("the appearance", () => {
  it("is chosen here or in the top bar", async () => {
    const { user } = open("appearance", { "GET /api/me": visitor() });
    await user.click(await screen.findByRole("radio", { name: "Dark" }));
    expect(document.documentElement).toHaveClass("dark");
    expect(screen.getByRole("button", { name: "Theme: Dark" })).toBeInTheDocument();
  });
});

describe("your data", () => {
  it("can be downloaded, and deleted with the password", async () => {
    localStorage.setItem("llmbattler.draft.new", "half a thought");
    let me = member();
    const answers = [problem(401, "Your password is wrong."), problem(409, "The last admin.")];
    const { user, router, named } = open("data", {
      "GET /api/me": () => me,
      "POST /api/me/leave": () => {
        if (answers.length > 0) return answers.shift();
        me = visitor();
        return undefined;
      },
    });
    expect(await screen.findByRole("link", { name: "Download ZIP" })).toHaveAttribute(
      "href",
      "/api/me/export",
    );
    await user.click(screen.getByRole("button", { name: "Delete my account…" }));
    const dialog = await screen.findByRole("dialog", {
      name: "Delete the account of mira@example.org?",
    });
    expect(dialog).toHaveTextContent(
      "Your votes still count in the ratings, but are no longer linked to you.",
    );
    const password = within(dialog).getByLabelText("Password");
    await user.type(password, "a guess{Enter}");
    await waitFor(() => expect(password).toHaveAccessibleDescription(/is wrong/));
    await user.type(password, "{Enter}");
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("The last admin.");
    await user.click(within(dialog).getByRole("button", { name: "Delete permanently" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    await told("Your account is deleted.");
    expect(named("POST /api/me/leave").at(-1)?.body).toEqual({ password: "a guess" });
    expect(localStorage.getItem("llmbattler.draft.new")).toBeNull();
  });

  it("of a visitor is deleted without a password", async () => {
    const { user, named } = open("data", {
      "GET /api/me": visitor(),
      "POST /api/me/leave": () => undefined,
    });
    await user.click(await screen.findByRole("button", { name: "Delete everything…" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
    await user.click(screen.getByRole("button", { name: "Delete everything…" }));
    await user.click(await screen.findByRole("button", { name: "Delete permanently" }));
    await told("All data from this browser is deleted.");
    expect(named("POST /api/me/leave")[0]?.body).toEqual({});
  });
});
