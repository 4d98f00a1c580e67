import { act, screen, waitFor, within } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { anOverview, moderator, openDesk } from "@tests/fake-desk";
import { member, visitor } from "@tests/fake-people";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const quiet = {
  "GET /api/desk/overview": anOverview(),
  "GET /api/desk/alerts": { alerts: [], waiting: 0 },
};
const tabs = () =>
  within(screen.getByRole("navigation", { name: "Parts of the desk" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("the door of the desk", () => {
  it("invites visitors to sign in, with a way back", async () => {
    fakeArena({ "GET /api/me": visitor() });
    renderApp("/desk/people?role=admin");
    await screen.findByRole("heading", {
      level: 1,
      name: "The desk is for the people who run this site",
    });
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/sign-in?next=%2Fdesk%2Fpeople%3Frole%3Dadmin",
    );
    await expectNoAxeViolations();
  });

  it("shows where the first admin finds the link", async () => {
    fakeArena({ "GET /api/me": visitor({ needs_setup: true }) });
    renderApp("/desk");
    expect(await screen.findByText("llmbattler users setup-link")).toBeInTheDocument();
  });

  it("tells members calmly that it is not for them", async () => {
    const { calls } = openDesk("/desk", { "GET /api/me": member() });
    await screen.findByRole("heading", { name: "This page is not part of your role" });
    expect(screen.getByText(/It is for moderators and admins\./)).toBeInTheDocument();
    expect(calls.some((call) => call.name.includes("/api/desk/"))).toBe(false);
  });

  it("gives moderators what they may, and says what is for admins", async () => {
    const { router } = openDesk("/desk", { ...quiet, "GET /api/me": moderator });
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(tabs()).toEqual(["Overview", "Moderation", "Votes", "Audit log"]);
    await act(() => router.navigate({ to: "/desk/people" }));
    await screen.findByRole("heading", { name: "This page is not part of your role" });
    expect(screen.getByText(/It is for admins\./)).toBeInTheDocument();
  });

  it("shows admins everything", async () => {
    openDesk("/desk", quiet);
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(tabs()).toEqual([
      "Overview",
      "Models",
      "People",
      "Moderation",
      "Votes",
      "Budgets",
      "Audit log",
    ]);
  });

  it("says it when the server refuses after all", async () => {
    openDesk("/desk/people", {
      "GET /api/desk/people": () => problem(403, "Your role does not allow this."),
    });
    await screen.findByRole("heading", { name: "This page is not part of your role" });
  });

  it("says what went wrong, and tries again", async () => {
    const { user, handlers } = openDesk("/desk/people", {
      "GET /api/desk/people": () => problem(503, "Not now."),
    });
    await screen.findByRole("heading", { name: "Not now." });
    handlers["GET /api/desk/people"] = { people: [], next_cursor: null };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Nobody here yet" });
  });

  it("says it when nobody can be asked who you are", async () => {
    fakeArena({ "GET /api/me": () => problem(500, "Broken.") });
    renderApp("/desk");
    await screen.findByRole("heading", { level: 1, name: "Broken." });
  });

  it("asks anew whenever something changed at the desk", async () => {
    const { named, handlers } = openDesk("/desk/people", {
      "GET /api/desk/people": { people: [], next_cursor: null },
    });
    await screen.findByRole("heading", { name: "Nobody here yet" });
    act(() => FakeSocket.last.accept());
    expect(JSON.stringify(FakeSocket.last.sent)).toContain('"desk"');
    handlers["GET /api/desk/people"] = () => problem(503, "Not now.");
    act(() => FakeSocket.last.tell({ type: "event", topic: "desk", id: "people" }));
    await waitFor(() => expect(named("GET /api/desk/people")).toHaveLength(2));
  });
});
