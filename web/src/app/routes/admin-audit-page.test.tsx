import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { anEntry, moderator, openAdmin } from "@tests/fake-admin";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const entries = [
  anEntry(),
  anEntry({
    entry_id: "e2",
    actor: "command line",
    actor_name: "command line",
    action: "model.paused",
    subject: "acme-one",
    before: {},
    after: {},
  }),
];

const open = (address = "/admin/audit", more = {}) =>
  openAdmin(address, { "GET /api/admin/audit": { entries, next_cursor: null }, ...more });

describe("the audit log", () => {
  it("shows who changed what, before and after", async () => {
    open();
    const [first] = await screen
      .findAllByRole("listitem", { name: "" })
      .then((all) => all.filter((item) => item.textContent?.includes("person.changed")));
    expect(first).toHaveTextContent("Ada Lovelace");
    expect(first).toHaveTextContent(/kind.*before member.*after moderator/);
    expect(first).toHaveTextContent(/deactivated.*before no.*after nothing/);
    await expectNoAxeViolations();
  });

  it("filters by clicked and typed values, kept in the URL", async () => {
    const { user, router, calls } = open();
    await user.click(await screen.findByText("model.paused"));
    await user.click(screen.getByTitle("Only changes by command line"));
    await user.click(screen.getByTitle("Only changes to acme-one"));
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-01-01" } });
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        action: "model.paused",
        actor: "command line",
        subject: "acme-one",
        since: "2026-01-01",
      }),
    );
    await waitFor(() =>
      expect(calls.at(-1)?.request.url).toContain(
        encodeURIComponent(new Date("2026-01-01T00:00:00").toISOString()),
      ),
    );
    await user.clear(screen.getByRole("searchbox", { name: /^Who/ }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("actor"));
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("ignores invalid values in the URL", async () => {
    const { calls } = open("/admin/audit?since=yesterday&until=2026-02-30x&actor=5");
    await screen.findByText("model.paused");
    expect(screen.getByRole("searchbox", { name: /^Who/ })).toHaveValue("5");
    expect(screen.getByLabelText("From")).toHaveValue("");
    expect(calls.at(-1)?.request.url).toMatch(/audit\?actor=5$/);
  });

  it("exports what is shown", async () => {
    const { user } = open("/admin/audit?action=model.");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    const menu = screen.getByRole("menu", { name: "Export" });
    expect(within(menu).getByRole("menuitem", { name: "CSV table" })).toHaveAttribute(
      "href",
      "/api/admin/audit/export?action=model.&format=csv",
    );
    expect(within(menu).getByRole("menuitem", { name: "JSONL" })).toHaveAttribute(
      "href",
      "/api/admin/audit/export?action=model.&format=jsonl",
    );
  });

  it("is visible to moderators and exported by admins", async () => {
    open("/admin/audit", { "GET /api/me": moderator });
    await screen.findByText("model.paused");
    expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
  });

  it("loads more, and explains an empty log", async () => {
    const { user, handlers, router } = open("/admin/audit", {
      "GET /api/admin/audit": { entries: [entries[0]], next_cursor: "e1" },
    });
    const more = await screen.findByRole("button", { name: "Show more" });
    handlers["GET /api/admin/audit"] = { entries: [entries[1]], next_cursor: null };
    await user.click(more);
    expect(await screen.findByText("model.paused")).toBeInTheDocument();
    handlers["GET /api/admin/audit"] = { entries: [], next_cursor: null };
    await router.navigate({ to: "/admin/audit", search: { actor: "nobody" } });
    await screen.findByRole("heading", { name: "No entry matches" });
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[1] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});
