import { screen, waitFor, within } from "@testing-library/react";
import { anAlert, anOverview, openAdmin } from "@tests/fake-admin";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (address = "/admin", overview = anOverview(), alerts: object[] = [anAlert()]) =>
  openAdmin(address, {
    "GET /api/admin/overview": () => overview,
    "GET /api/admin/alerts": () => ({ alerts, waiting: alerts.length }),
    "POST /api/admin/alerts/a1/acknowledge": () => {
      alerts.length = 0;
      return anAlert({ acknowledged_by: "m_ada" });
    },
  });

describe("the Admin overview", () => {
  it("shows figures, spending against the budget, models, queue and workers", async () => {
    open();
    await screen.findByRole("heading", { name: "Open alerts" });
    expect(screen.getByText("276")).toBeInTheDocument();
    expect(screen.getByText("3 running now · 1,502 total")).toBeInTheDocument();
    expect(screen.getByText("2 waiting for the worker · 40 not counted")).toBeInTheDocument();
    const bar = screen.getByRole("meter");
    expect(bar).toHaveAccessibleName("84% of the limit used. Warning at 80%.");
    const models = screen.getByRole("table");
    expect(within(models).getByText("25%")).toHaveAttribute("title", "10 of 40 calls failed");
    expect(within(models).getByText("no calls")).toBeInTheDocument();
    expect(screen.getByText("The board could not be written.")).toBeInTheDocument();
    expect(screen.getByText("Jobs failed")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "3 suspects" })).toHaveAttribute(
      "href",
      "/admin/votes",
    );
    expect(screen.getByRole("link", { name: "1 flag" })).toHaveAttribute(
      "href",
      "/admin/moderation",
    );
    await expectNoAxeViolations();
  });

  it("acknowledges an alert", async () => {
    const { user, named } = open();
    expect(await screen.findByText(/sent to the webhook/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Acknowledge The site has spent 84%/ }));
    expect(await screen.findByText("Alert acknowledged.")).toBeInTheDocument();
    expect(await screen.findByText("No open alerts.")).toBeInTheDocument();
    expect(named("POST /api/admin/alerts/a1/acknowledge")).toHaveLength(1);
  });

  it("keeps the state of the chart in the URL", async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole("radio", { name: "30 days" }));
    await user.click(screen.getByRole("radio", { name: "Votes" }));
    await user.click(screen.getByRole("radio", { name: "Table" }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ span: "days", measure: "votes", table: true }),
    );
    const table = screen.getByRole("region", { name: "Activity" });
    expect(within(table).getAllByRole("row")).toHaveLength(31);
    await user.click(screen.getByRole("radio", { name: "Chart" }));
    await user.click(screen.getByRole("radio", { name: "Battles" }));
    await user.click(screen.getByRole("radio", { name: "24 hours" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("shows the values of the chart by keyboard", async () => {
    const { user } = open("/admin");
    const chart = await screen.findByRole("group", { name: /^Battles in the last 24 hours/ });
    chart.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(within(chart).getByText("Battles: 1")).toBeInTheDocument();
  });

  it("works without limit, models and workers", async () => {
    open(
      "/admin",
      anOverview({
        site_limit_micro_usd: null,
        spend: [],
        models: [],
        workers: [],
        queue: { waiting: 0, running: 0, failed: 0, oldest_waiting_at: null },
        open_suspects: 0,
        open_flags: 0,
      }),
      [],
    );
    expect(await screen.findByText("no limit set")).toBeInTheDocument();
    expect(screen.getByText("No models yet.")).toBeInTheDocument();
    expect(screen.getByText(/No worker has reported yet/)).toBeInTheDocument();
    expect(screen.getByText("No flags or suspects to review.")).toBeInTheDocument();
    expect(screen.queryByRole("meter")).not.toBeInTheDocument();
  });
});
