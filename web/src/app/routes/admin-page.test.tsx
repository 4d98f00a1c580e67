import { act, screen, waitFor, within } from "@testing-library/react";
import { anOverview, moderator, openAdmin } from "@tests/fake-admin";
import { fakeArena, problem } from "@tests/fake-arena";
import { member, visitor } from "@tests/fake-people";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const quiet = {
  "GET /api/admin/overview": anOverview(),
  "GET /api/admin/alerts": { alerts: [], waiting: 0 },
};
const tabs = () =>
  within(screen.getByRole("navigation", { name: "Admin pages" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("access to Admin", () => {
  it("asks visitors to sign in and returns", async () => {
    fakeArena({ "GET /api/me": visitor() });
    renderApp("/admin/people?role=admin");
    await screen.findByRole("heading", {
      level: 1,
      name: "Admin is for the people who run this site",
    });
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/sign-in?next=%2Fadmin%2Fpeople%3Frole%3Dadmin",
    );
    await expectNoAxeViolations();
  });

  it("says where the first admin finds the link", async () => {
    fakeArena({ "GET /api/me": visitor({ needs_setup: true }) });
    renderApp("/admin");
    expect(await screen.findByText("llmbattler users setup-link")).toBeInTheDocument();
  });

  it("tells members that they have no access", async () => {
    const { calls } = openAdmin("/admin", { "GET /api/me": member() });
    await screen.findByRole("heading", { name: "You don't have access to this page" });
    expect(screen.getByText(/It is for moderators and admins\./)).toBeInTheDocument();
    expect(calls.some((call) => call.name.includes("/api/admin/"))).toBe(false);
  });

  it("shows moderators their pages, and says which are for admins", async () => {
    const { router } = openAdmin("/admin", { ...quiet, "GET /api/me": moderator });
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(tabs()).toEqual(["Overview", "Moderation", "Vote integrity", "Audit log"]);
    await act(() => router.navigate({ to: "/admin/people" }));
    await screen.findByRole("heading", { name: "You don't have access to this page" });
    expect(screen.getByText(/It is for admins\./)).toBeInTheDocument();
  });

  it("shows admins everything", async () => {
    openAdmin("/admin", quiet);
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(tabs()).toEqual([
      "Overview",
      "Models",
      "People",
      "Moderation",
      "Vote integrity",
      "Budgets",
      "Audit log",
    ]);
  });

  it("shows when the server denies access", async () => {
    openAdmin("/admin/people", {
      "GET /api/admin/people": () => problem(403, "Your role does not allow this."),
    });
    await screen.findByRole("heading", { name: "You don't have access to this page" });
  });

  it("shows the error and retries", async () => {
    const { user, handlers } = openAdmin("/admin/people", {
      "GET /api/admin/people": () => problem(503, "Not now."),
    });
    await screen.findByRole("heading", { name: "Not now." });
    handlers["GET /api/admin/people"] = { people: [], next_cursor: null };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "No people yet" });
  });

  it("shows an error when the current user cannot be loaded", async () => {
    fakeArena({ "GET /api/me": () => problem(500, "Broken.") });
    renderApp("/admin");
    await screen.findByRole("heading", { level: 1, name: "Broken." });
  });

  it("refetches whenever something changes under Admin", async () => {
    const { named, handlers } = openAdmin("/admin/people", {
      "GET /api/admin/people": { people: [], next_cursor: null },
    });
    await screen.findByRole("heading", { name: "No people yet" });
    act(() => FakeSocket.last.accept());
    expect(JSON.stringify(FakeSocket.last.sent)).toContain('"admin"');
    handlers["GET /api/admin/people"] = () => problem(503, "Not now.");
    act(() => FakeSocket.last.tell({ type: "event", topic: "admin", id: "people" }));
    await waitFor(() => expect(named("GET /api/admin/people")).toHaveLength(2));
  });
});
