import { describe, expect, it } from "vitest";
import { Problem } from "@/lib/problem";
import { auditQuery, exportAddress, parseAuditSearch } from "./audit-search";
import { usedShares } from "./budget-rows";
import { fillDays, formatDay } from "./days";
import { differenceOf } from "./difference";
import { fieldErrors } from "./field-errors";
import { invitationState } from "./invitation-state";
import { suggestId } from "./model-draft";
import { formatPercent } from "./percent";
import { atLeast } from "./roles";
import { describeSignal, formatOdds, isRare, shortVoter } from "./suspicion";

describe("differences", () => {
  it("are shown in words", () => {
    expect(
      differenceOf(
        { weight: 1, tags: [], at: "2026-01-31T12:00:00+00:00" },
        { weight: 2, price_list: { input: 1 }, tags: ["a", true] },
      ),
    ).toEqual([
      { name: "weight", before: "1", after: "2" },
      { name: "tags", before: "nothing", after: "a, yes" },
      { name: "at", before: expect.stringContaining("2026"), after: undefined },
      { name: "price list", before: undefined, after: '{"input":1}' },
    ]);
  });
});

describe("days", () => {
  it("are filled with zeros", () => {
    const days = fillDays([{ day: "2026-02-28", value: 3 }], "2026-03-01", 3);
    expect(days).toEqual([
      { day: "2026-02-27", value: 0 },
      { day: "2026-02-28", value: 3 },
      { day: "2026-03-01", value: 0 },
    ]);
    expect(formatDay("2026-03-01")).toBe("Mar 1");
  });
});

describe("the audit log's address", () => {
  it("covers whole days", () => {
    const search = parseAuditSearch({ since: "2026-01-01", until: "2026-01-01", actor: "" });
    const { since = "", until = "" } = auditQuery(search);
    expect(Date.parse(until) - Date.parse(since)).toBe(86_400_000 - 1);
    expect(exportAddress({ actor: "command line" }, "csv")).toBe(
      "/api/admin/audit/export?actor=command+line&format=csv",
    );
  });
});

describe("evidence in words", () => {
  it("says how rare a pattern is", () => {
    expect(formatOdds(0.002)).toBe("about 1 in 500 honest voters");
    expect(formatOdds(0)).toBe("fewer than 1 in 10,000 honest voters");
    expect([isRare(0.05), isRare(0.06)]).toEqual([true, false]);
  });

  it("describes each signal", () => {
    const signal = { votes: 1, share: 0.5, at: null };
    expect(describeSignal({ ...signal, kind: "reused_prompts" })).toBe(
      "1 vote (50%) on prompts used before",
    );
    expect(describeSignal({ ...signal, kind: "crowd_burst", share: 12.4 })).toBe(
      "1 vote from one large network within ten minutes, 12 times as many as usual",
    );
    expect(shortVoter("v_1")).toBe("v_1");
  });
});

describe("other functions", () => {
  it("rounds shares", () => {
    expect([0, 0.004, 0.25, 1].map(formatPercent)).toEqual(["0%", "0.4%", "25%", "100%"]);
  });

  it("treats a limit of zero as used up", () => {
    const entry = {
      scope: "site" as const,
      subject: "all",
      name: "",
      spent: 0,
      reserved: 0,
      days: [],
    };
    expect(usedShares({ ...entry, budget: undefined })).toEqual({ spent: 1, reserved: 0 });
  });

  it("orders roles", () => {
    expect(atLeast("admin", "moderator")).toBe(true);
    expect(atLeast("member", "moderator")).toBe(false);
  });

  it("suggests ids that are valid in a URL", () => {
    expect(suggestId("@org/Model 2:latest")).toBe("org-Model-2-latest");
  });

  it("reads field errors", () => {
    const problem = new Problem({
      title: "No.",
      status: 422,
      errors: [{ field: "body.prices.input", message: "too much" }],
    });
    expect(fieldErrors(problem).get("input")).toBe("too much");
    expect(fieldErrors(new Error("other")).size).toBe(0);
  });

  it("shows the state of an invitation", () => {
    const open = { revoked_at: null, taken: 0, places: 1, expires_at: "2026-01-02T00:00:00Z" };
    const now = new Date("2026-01-01T00:00:00Z");
    expect(invitationState(open, now)).toBe("open");
    expect(invitationState({ ...open, taken: 1 }, now)).toBe("full");
    expect(invitationState(open, new Date("2026-01-03T00:00:00Z"))).toBe("expired");
    expect(invitationState({ ...open, revoked_at: "2026-01-01T00:00:00Z" }, now)).toBe("revoked");
  });
});
