import { screen, waitFor, within } from "@testing-library/react";
import { aBudget, aPerson, openAdmin, someBudgets } from "@tests/fake-admin";
import { problem } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (budgets = someBudgets(), more = {}) =>
  openAdmin("/admin/budgets", {
    "GET /api/admin/budgets": () => budgets,
    "GET /api/admin/people": { people: [aPerson()], next_cursor: null },
    ...more,
  });

describe("budgets", () => {
  it("shows limits and spending of site, providers and people", async () => {
    open();
    expect(await screen.findByText("$4.20 of $5.00")).toBeInTheDocument();
    expect(screen.getByText("$0.10 reserved for running calls")).toBeInTheDocument();
    const providers = screen.getByRole("region", { name: "Providers" });
    expect(within(providers).getByText("api.acme.example")).toBeInTheDocument();
    expect(within(providers).getByText("no limit")).toBeInTheDocument();
    expect(within(providers).getByText("disabled")).toBeInTheDocument();
    const people = screen.getByRole("region", { name: "People" });
    expect(within(people).getByText("Each member")).toBeInTheDocument();
    expect(within(people).getByRole("meter")).toHaveAttribute("aria-valuenow", "60");
    expect(screen.getByText("ALERT_WEBHOOK_URL")).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it("shows people by name", async () => {
    const limit = { scope: "member" as const, subject: "m_grace" };
    open(someBudgets({ budgets: [aBudget({ ...limit, name: "Grace Hopper" })] }));
    const people = await screen.findByRole("region", { name: "People" });
    expect(within(people).getByText("Grace Hopper")).toBeInTheDocument();
    expect(
      within(people).getByRole("button", { name: "Change the limit for Grace Hopper" }),
    ).toBeInTheDocument();
  });

  it("shows the chart as a table, kept in the URL", async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole("radio", { name: "Table" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ table: true }));
    const table = screen.getByRole("region", { name: "Spent per day" });
    expect(within(table).getByText("Jan 30")).toBeInTheDocument();
    expect(within(table).getByText("$2.00")).toBeInTheDocument();
  });

  it("changes a limit", async () => {
    const { user, named } = open(someBudgets(), {
      "PUT /api/admin/budgets/site/all": aBudget(),
    });
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = screen.getByRole("dialog", { name: "Daily limit: Entire site" });
    const limit = within(dialog).getByLabelText("US dollars per day");
    await user.clear(limit);
    await user.type(limit, "7.5");
    const warn = within(dialog).getByLabelText("Warn at (%)");
    await user.clear(warn);
    await user.type(warn, "70");
    await user.click(within(dialog).getByRole("switch", { name: "Limit enabled" }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Limit set for Entire site.")).toBeInTheDocument();
    expect(named("PUT /api/admin/budgets/site/all")[0]?.body).toEqual({
      limit_usd: 7.5,
      warn_at: 0.7,
      enabled: false,
    });
  });

  it("removes a limit and can undo it", async () => {
    const { user, named } = open(someBudgets(), {
      "DELETE /api/admin/budgets/member/*": () => undefined,
      "PUT /api/admin/budgets/member/*": aBudget(),
    });
    await user.click(
      await screen.findByRole("button", { name: "Change the limit for Each member" }),
    );
    await user.click(screen.getByRole("button", { name: "Remove limit" }));
    expect(await screen.findByText("Limit removed for Each member.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(named("PUT /api/admin/budgets/member/*")[0]?.body).toEqual({
        limit_usd: 1,
        warn_at: 0.8,
        enabled: true,
      }),
    );
  });

  it("adds a limit for visitors or for a person", async () => {
    const { user, named } = open(someBudgets(), {
      "PUT /api/admin/budgets/member/m_grace": () => problem(422, "That is too much."),
    });
    await user.click(await screen.findByRole("button", { name: "Add a limit" }));
    const dialog = screen.getByRole("dialog", { name: "Add a limit" });
    expect(
      within(dialog).getByRole("button", { name: "All visitors combined" }),
    ).toBeInTheDocument();
    expect(within(dialog).queryByRole("button", { name: "Each member" })).not.toBeInTheDocument();
    await user.type(within(dialog).getByRole("searchbox", { name: "Search people" }), "gra");
    await user.click(await within(dialog).findByRole("button", { name: /Grace Hopper/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("The limit could not be set.")).toBeInTheDocument();
    expect(named("PUT /api/admin/budgets/member/m_grace")[0]?.body).toMatchObject({
      limit_usd: 10,
    });
  });

  it("explains an empty page", async () => {
    open(
      someBudgets({
        budgets: [],
        providers: [],
        site: { subject: "all", spent_usd: 0, reserved_usd: 0, days: [] },
      }),
    );
    expect(await screen.findByText("$0 today")).toBeInTheDocument();
    expect(screen.getByText("No spending in the last 30 days.")).toBeInTheDocument();
    expect(screen.getByText(/No provider spending/)).toBeInTheDocument();
    expect(screen.getByText(/No limits for people yet/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Set a limit" })).toBeInTheDocument();
  });
});
