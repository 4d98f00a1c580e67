import { screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aGridRow, openResults } from "@tests/fake-results";
import { describe, expect, it } from "vitest";

const open = (search = "?tab=samples", more = {}) =>
  openResults(`/benchmarks/runs/r1${search}`, more);
const grid = () => screen.findByRole("table", { name: "Samples" });

describe("the samples of a run", () => {
  it("are marked by shape and label, and open with the current filter", async () => {
    open("?filter=wrong&line=zeta-2");
    const rows = within(await grid()).getAllByRole("row");
    expect(rows).toHaveLength(4);
    expect(rows[1]).toHaveTextContent("1Question 1correct1.2 swrong50.00.9 s");
    expect(screen.getByRole("link", { name: "Question 2" })).toHaveAttribute(
      "href",
      "/benchmarks/runs/r1/samples/1?filter=wrong&line=zeta-2",
    );
  });

  it("show the time of the next attempt", async () => {
    const next_try_at = new Date(2026, 0, 1, 12, 4, 10).toISOString();
    open("?tab=samples", {
      "GET /api/bench/runs/r1/samples": {
        rows: [
          aGridRow(0, {
            cells: {
              "acme-one": {
                outcome: "retrying",
                value: null,
                total_ms: null,
                tries: 2,
                next_try_at,
              },
            },
          }),
        ],
        next_cursor: null,
      },
    });
    expect(await screen.findByText("3rd attempt at 12:04:10")).toBeInTheDocument();
  });

  it("are filtered by the server, and the filter is in the URL", async () => {
    const { user, router, named } = open();
    await grid();
    await user.click(screen.getByRole("radio", { name: "Disagreement" }));
    await user.selectOptions(screen.getByLabelText("Model"), "Zeta 2");
    await user.selectOptions(screen.getByLabelText("Tag"), "hard");
    await user.type(screen.getByLabelText("Search samples and answers"), "Paris");
    const wanted = { filter: "disagreeing", line: "zeta-2", tag: "hard", q: "Paris" };
    await waitFor(() => expect(router.state.location.search).toEqual(wanted));
    await waitFor(() => {
      const last = named("GET /api/bench/runs/r1/samples").at(-1);
      expect(Object.fromEntries(new URL(last?.request.url ?? "").searchParams)).toEqual({
        filter: "disagreeing",
        line: "zeta-2",
        tag: "hard",
        search: "Paris",
      });
    });
    await user.click(screen.getByRole("radio", { name: "All" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("filter"));
  });

  it("load page by page", async () => {
    const { user } = open("?tab=samples", {
      "GET /api/bench/runs/r1/samples": ({ request }: { request: Request }) =>
        request.url.includes("cursor=next")
          ? { rows: [aGridRow(50)], next_cursor: null }
          : { rows: [aGridRow(0)], next_cursor: "next" },
    });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("link", { name: "Question 51" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
  });

  it("are searched further if the first pages are empty", async () => {
    const pages: Record<string, object> = {
      "": { rows: [], next_cursor: "a" },
      a: { rows: [], next_cursor: "b" },
      b: { rows: [aGridRow(90)], next_cursor: null },
    };
    open("?q=Paris", {
      "GET /api/bench/runs/r1/samples": ({ request }: { request: Request }) =>
        pages[new URL(request.url).searchParams.get("cursor") ?? ""],
    });
    expect(await screen.findByRole("link", { name: "Question 91" })).toBeInTheDocument();
    expect(screen.queryByRole("heading", { name: "No sample matches" })).not.toBeInTheDocument();
  });

  it("are not reported as missing if a search failed", async () => {
    open("?q=Paris", {
      "GET /api/bench/runs/r1/samples": ({ request }: { request: Request }) =>
        request.url.includes("cursor=a")
          ? problem(422, "Not now.")
          : { rows: [], next_cursor: "a" },
    });
    await screen.findByText("No matches so far, and the search was interrupted.");
    expect(screen.getByRole("button", { name: "Show more" })).toBeInTheDocument();
  });

  it("say that nothing matches, and offer to show all", async () => {
    const { user, router } = open("?filter=slow&table=true", {
      "GET /api/bench/runs/r1/samples": { rows: [], next_cursor: null },
    });
    await screen.findByRole("heading", { name: "No sample matches" });
    await user.click(screen.getByRole("button", { name: "Show all samples" }));
    await screen.findByRole("heading", { name: "No samples here" });
    expect(router.state.location.search).toEqual({ table: true, tab: "samples" });
  });
});
