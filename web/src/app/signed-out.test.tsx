import { act, screen, waitFor, within } from "@testing-library/react";
import { aBattle, FakeStream, fakeArena, problem } from "@tests/fake-arena";
import { member, visitor } from "@tests/fake-people";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";
import { under } from "@/lib/query-client";

const told = async (text: string) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
const signedOut = () => problem(401, "You are signed out. Sign in again.");

/** A site with one signed-in person whose sign-in can end. */
function site(more: Parameters<typeof fakeArena>[0] = {}) {
  const state: { cookie: "valid" | "ended" | "none" } = { cookie: "valid" };
  const only = (answer: object | (() => object)) => () => {
    if (state.cookie === "ended") return signedOut();
    return typeof answer === "function" ? answer() : answer;
  };
  const arena = fakeArena({
    "GET /api/me": only(() => (state.cookie === "valid" ? member() : visitor())),
    "GET /api/sessions": only(() => ({ sessions: [], next_cursor: null })),
    "POST /api/auth/sign-out": () => {
      state.cookie = "none";
      return undefined;
    },
    ...more,
  });
  return { ...arena, state, only };
}

describe("the account menu", () => {
  it("shows name and role, links to the settings, and signs out", async () => {
    const { state } = site();
    const { user, router } = renderApp("/models");
    await user.click(await screen.findByRole("button", { name: "Account of Mira Koch" }));
    const menu = await screen.findByRole("menu");
    expect(menu).toHaveTextContent("mira@example.org · Member");
    await user.click(within(menu).getByRole("menuitem", { name: "Settings" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/settings"));
    await user.click(screen.getByRole("button", { name: "Account of Mira Koch" }));
    await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await told("You are signed out.");
    expect(state.cookie).toBe("none");
    expect(router.state.location.pathname).toBe("/");
    expect((await screen.findAllByRole("link", { name: "Sign in" })).length).toBeGreaterThan(0);
  });

  it("says when signing out failed", async () => {
    site({ "POST /api/auth/sign-out": () => problem(503, "Not now.") });
    const { user } = renderApp("/models");
    await user.click(await screen.findByRole("button", { name: "Account of Mira Koch" }));
    await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await told("Signing out failed.");
  });

  it("is in the sheet of a phone", async () => {
    const { state } = site();
    const { user, router } = renderApp("/models");
    await screen.findByRole("button", { name: "Account of Mira Koch" });
    const sheet = async () => {
      await user.click(screen.getByRole("button", { name: "Open the menu" }));
      return within(await screen.findByRole("dialog", { name: "Menu" }));
    };
    await user.click((await sheet()).getByRole("link", { name: "Settings" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/settings"));
    await user.click((await sheet()).getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(state.cookie).toBe("none"));
    await screen.findAllByRole("link", { name: "Sign in" });
    await user.click((await sheet()).getByRole("link", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sign-in"));
  });

  it("shows Admin to moderators, also in the command palette", async () => {
    site({ "GET /api/me": member({ kind: "moderator" }) });
    const { user } = renderApp("/models");
    expect(await screen.findByRole("link", { name: "Admin" })).toHaveAttribute("href", "/admin");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("option", { name: "Admin" });
    expect(screen.getByRole("option", { name: "Settings" })).toBeInTheDocument();
  });
});

describe("a sign-in that ended elsewhere", () => {
  it("is noticed at the next request, and the page continues as a visitor", async () => {
    localStorage.setItem("llmbattler.draft.new", "half a thought");
    const { state, named } = site();
    const { queries } = renderApp("/");
    await screen.findByRole("button", { name: "Account of Mira Koch" });
    state.cookie = "ended";
    await act(() => queries.invalidateQueries(under("/api/sessions")));
    await told("You were signed out");
    expect((await screen.findAllByRole("link", { name: "Sign in" })).length).toBeGreaterThan(0);
    expect(named("POST /api/auth/sign-out")).toHaveLength(1);
    expect(screen.getByRole("textbox", { name: "Your prompt" })).toHaveValue("half a thought");
  });

  it("closes an open stream and returns after signing in", async () => {
    const asked = aBattle({
      battle_id: "b9",
      status: "generating",
      messages: aBattle().messages.slice(0, 1),
    });
    const stream = new FakeStream();
    const { state, only } = site();
    const answers = site({
      "GET /api/me": only(() => (state.cookie === "valid" ? member() : visitor())),
      "GET /api/sessions": only(() => ({ sessions: [], next_cursor: null })),
      "GET /api/battles/*": only(() =>
        state.cookie === "valid" ? asked : problem(404, "Battle not found."),
      ),
      "GET /api/battles/*/events": () => stream.response,
      "POST /api/auth/sign-out": () => {
        state.cookie = "none";
        return undefined;
      },
    });
    renderApp("/battles/b9");
    await screen.findByRole("button", { name: "Stop" });
    stream.event("delta", { left: "It is ", right: "Is it " }, "1.12");
    await screen.findByText("It is");
    state.cookie = "ended";
    stream.event("auth");
    stream.end();
    await screen.findByRole("heading", { level: 1, name: "You were signed out" });
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/sign-in?next=%2Fbattles%2Fb9",
    );
    expect(answers.named("GET /api/battles/b9/events")).toHaveLength(1);
  });

  it("offers to sign in after a prompt, and keeps the prompt", async () => {
    const { state } = site({ "POST /api/sessions": () => signedOut() });
    const { user } = renderApp("/");
    await screen.findByRole("button", { name: "Account of Mira Koch" });
    state.cookie = "ended";
    const box = screen.getByRole("textbox", { name: "Your prompt" });
    await user.type(box, "Why?{Enter}");
    await screen.findByText("You are signed out. Sign in again.");
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in");
    expect(screen.getByRole("textbox", { name: "Your prompt" })).toHaveValue("Why?");
    await waitFor(() => expect(state.cookie).toBe("none"));
  });

  it("is noticed on an idle page when the server closes the live connection", async () => {
    const { state } = site();
    renderApp("/models");
    await screen.findByRole("button", { name: "Account of Mira Koch" });
    act(() => FakeSocket.last.accept());
    const before = FakeSocket.all.length;
    state.cookie = "ended";
    act(() => FakeSocket.last.drop(1008));
    await told("You were signed out");
    expect((await screen.findAllByRole("link", { name: "Sign in" })).length).toBeGreaterThan(0);
    // The visitor gets a new live connection at once.
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it("is taken over from another tab", async () => {
    const { state } = site();
    renderApp("/models");
    await screen.findByRole("button", { name: "Account of Mira Koch" });
    state.cookie = "none";
    act(() => {
      window.dispatchEvent(
        new StorageEvent("storage", { key: "llmbattler.signed-in-or-out", newValue: "1" }),
      );
    });
    expect((await screen.findAllByRole("link", { name: "Sign in" })).length).toBeGreaterThan(0);
  });

  it("is handled once, even if the browser keeps the cookie", async () => {
    const { state, named } = site({ "POST /api/auth/sign-out": () => undefined });
    state.cookie = "ended";
    const { queries } = renderApp("/models");
    await told("You were signed out");
    await act(() => queries.invalidateQueries(under("/api/sessions")));
    await act(() => queries.invalidateQueries(under("/api/me")));
    expect(named("POST /api/auth/sign-out")).toHaveLength(1);
  });

  it("is not assumed while the server is unreachable", async () => {
    const { named, handlers } = site();
    const { queries } = renderApp("/models");
    await screen.findByRole("button", { name: "Account of Mira Koch" });
    handlers["GET /api/sessions"] = () => signedOut();
    handlers["GET /api/me"] = () => Promise.reject(new TypeError("network"));
    await act(() => queries.invalidateQueries(under("/api/sessions")));
    expect(named("POST /api/auth/sign-out")).toEqual([]);
    expect(screen.getByRole("button", { name: "Account of Mira Koch" })).toBeInTheDocument();
  });
});
