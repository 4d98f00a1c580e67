import { act, screen, waitFor, within } from "@testing-library/react";
import { aSuspect, openAdmin, suspectDetails } from "@tests/fake-admin";
import { FakeSocket } from "@tests/fake-socket";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { beforeEach, describe, expect, it } from "vitest";
import { reviewRunning } from "@/features/admin/fns/review-watch";

const listOf = (...suspects: object[]) => ({
  suspects,
  open: suspects.length,
  recount: null,
  next_cursor: null,
});

const open = (address = "/admin/votes", more = {}) =>
  openAdmin(address, {
    "GET /api/admin/integrity/suspects": listOf(aSuspect()),
    "GET /api/admin/integrity/suspects/s1": suspectDetails(),
    ...more,
  });

beforeEach(() => reviewRunning.set(false));

describe("suspicious votes", () => {
  it("explains the evidence in words", async () => {
    open();
    expect(await screen.findByText("2 linked identities")).toBeInTheDocument();
    for (const text of [
      "120 votes",
      "mostly about Acme One",
      "Votes this unlikely: fewer than 1 in 10,000 honest voters",
      "Votes this much for or against one model: about 1 in 500 honest voters",
      "60 votes (50%) faster than anyone can read",
      "Someone from the same network was excluded before",
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(
      screen.getByText(/40 votes within ten minutes, 10 times as many as usual/),
    ).toBeInTheDocument();
    expect(
      within(screen.getByRole("main")).getByRole("link", { name: "Leaderboard" }),
    ).toHaveAttribute("href", "/leaderboard");
    await expectNoAxeViolations();
  });

  it("excludes with one click, with an undo", async () => {
    const { user, named } = open("/admin/votes", {
      "POST /api/admin/integrity/suspects/s1/exclude": suspectDetails({ status: "excluded" }),
      "POST /api/admin/integrity/suspects/s1/restore": suspectDetails(),
    });
    await user.click(await screen.findByRole("button", { name: "Exclude" }));
    expect(
      await screen.findByText(
        "Excluded. The leaderboards are being recalculated without these votes.",
      ),
    ).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(named("POST /api/admin/integrity/suspects/s1/restore")).toHaveLength(1),
    );
  });

  it("clears, and shows excluded and cleared voters in their own tabs", async () => {
    const { user, handlers, router } = open("/admin/votes", {
      "POST /api/admin/integrity/suspects/s1/clear": suspectDetails({ status: "cleared" }),
    });
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    await screen.findByText("Cleared. You can find it under “Cleared”.");
    handlers["GET /api/admin/integrity/suspects"] = listOf(
      aSuspect({ status: "excluded", voters: ["m_0123456789abcdef"], p_likelihood: 0.4 }),
    );
    await user.click(screen.getByRole("radio", { name: "Excluded" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: "excluded" }));
    expect(await screen.findByText("m_01234567…")).toBeInTheDocument();
    expect(screen.queryByText(/Votes this unlikely/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Restore" })).toBeInTheDocument();
    handlers["GET /api/admin/integrity/suspects"] = listOf();
    await user.click(screen.getByRole("radio", { name: "Cleared" }));
    await screen.findByRole("heading", { name: "Nobody cleared" });
  });

  it("draws the evidence, also as tables", async () => {
    const { user, router } = open();
    await user.click(
      await screen.findByRole("button", { name: "Show evidence: 2 linked identities" }),
    );
    const drawer = await screen.findByRole("dialog", { name: "Evidence" });
    await waitFor(() => expect(router.state.location.search).toEqual({ suspect: "s1" }));
    const surprise = await within(drawer).findByRole("group", { name: /^Cumulative surprise/ });
    surprise.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(within(surprise).getByText("After 120 votes")).toBeInTheDocument();
    expect(within(surprise).getByText("honest: -9.0 to 12.0")).toBeInTheDocument();
    const residual = within(drawer).getByRole("group", { name: /^Points of each model/ });
    residual.focus();
    await user.keyboard("{ArrowDown}");
    expect(within(residual).getByText("58.0 points, expected 30.0")).toBeInTheDocument();
    expect(
      within(drawer).getByRole("group", { name: /^Votes per ten minutes/ }),
    ).toBeInTheDocument();
    expect(within(drawer).getByText("One is better")).toBeInTheDocument();
    expect(within(drawer).getByText("excluded")).toBeInTheDocument();
    await expectNoAxeViolations();
    for (const table of within(drawer).getAllByRole("radio", { name: "Table" })) {
      await user.click(table);
    }
    expect(
      within(
        within(drawer).getByRole("region", { name: "How surprising the votes are" }),
      ).getByText("60.00"),
    ).toBeInTheDocument();
    expect(
      within(within(drawer).getByRole("region", { name: "Models favored or penalized" })).getByText(
        "Acme One",
      ),
    ).toBeInTheDocument();
    await user.click(within(drawer).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("shows how far a recount is, and its end", async () => {
    const { handlers } = open("/admin/votes", {
      "GET /api/admin/integrity/suspects": {
        ...listOf(aSuspect()),
        recount: { state: "queued", done: 0, total: 5000, started_at: "2026-11-19T08:00:00Z" },
      },
    });
    expect(await screen.findByText(/as soon as a worker is free/)).toBeInTheDocument();
    act(() => FakeSocket.last.accept());
    const report = (recount: object | null) => {
      handlers["GET /api/admin/integrity/suspects"] = { ...listOf(aSuspect()), recount };
      act(() => FakeSocket.last.tell({ type: "event", topic: "admin", id: "recount" }));
    };
    const running = { state: "running", total: 5000, started_at: "2026-11-19T08:00:00Z" };
    report({ ...running, done: 2000 });
    expect(await screen.findByText(/2,000 of 5,000 votes/)).toBeInTheDocument();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "40");
    await expectNoAxeViolations();
    report({ ...running, done: 5000 });
    expect(await screen.findByText(/^All votes are up to date/)).toBeInTheDocument();
    report(null);
    expect(await screen.findByText("The leaderboards were recalculated.")).toBeInTheDocument();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  it("starts a check and says when it is finished", async () => {
    const { user } = open("/admin/votes", {
      "GET /api/admin/integrity/suspects": listOf(),
      "POST /api/admin/integrity/review": { started: true },
    });
    await screen.findByRole("heading", { name: "No suspects" });
    act(() => FakeSocket.last.accept());
    await user.click(screen.getByRole("button", { name: "Review all votes now" }));
    expect(await screen.findByText(/The worker is reviewing all voters/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Review all votes now" })).toBeDisabled();
    act(() => FakeSocket.last.tell({ type: "event", topic: "admin", id: "integrity" }));
    expect(await screen.findByText("Review finished.")).toBeInTheDocument();
  });
});
