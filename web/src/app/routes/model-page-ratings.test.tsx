import { screen, waitFor, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { acme, aHistory, aRecord, someBattles, someBoards } from "@tests/fake-ratings";
import { renderApp } from "@tests/render-app";
import { expect, it } from "vitest";

const [overall, styled] = someBoards;
const deep = {
  board: "style_control:coding",
  kind: "style_control",
  label: "Style control: coding",
};

function open(ratings: object, usage: object = {}) {
  const answers: Parameters<typeof fakeApi>[0] = {
    "/api/models": listOf(aModel(), aModel({ model_id: "zeta-2", model_name: "Zeta 2" })),
    "/api/models/acme-one": { body: aModel() },
    "/api/models/acme-one/ratings": {
      body: { model_id: "acme-one", model_name: "Acme One", boards: [], opponents: [], ...ratings },
    },
    "/api/models/acme-one/usage": {
      body: {
        calls: 0,
        median_first_token_ms: null,
        tokens_per_second: null,
        mean_cost_usd: null,
        mean_output_tokens: null,
        ...usage,
      },
    },
    "/api/models/acme-one/battles": { body: someBattles },
    "/api/leaderboard/history": { body: { ...aHistory, lines: aHistory.lines.slice(0, 1) } },
  };
  return { ...fakeApi(answers), ...renderApp("/models/acme-one"), answers };
}

it("shows the ratings of a model", async () => {
  const boards = [
    deep,
    overall,
    styled,
    ...Array.from({ length: 6 }, (_, index) => ({
      board: `category:c${index}`,
      kind: "category",
      label: `Category ${index}`,
    })),
  ].map((board) => ({ ...board, row: acme }));
  const opponent = {
    model_id: "zeta-2",
    model_name: "Zeta 2",
    record: aRecord,
    observed: { value: 0.65, low: 0.55, high: 0.74 },
  };
  const { user, router } = open(
    { boards, opponents: [opponent] },
    {
      calls: 9_120,
      median_first_token_ms: 420,
      tokens_per_second: 81.3,
      mean_cost_usd: 0.0031,
      mean_output_tokens: 612,
    },
  );
  const ratings = await screen.findByRole("region", { name: "Ratings" });
  await within(ratings).findByRole("link", { name: "Overall" });
  expect(within(ratings).getAllByText("1187")).toHaveLength(6);
  expect(within(ratings).queryByText("Coding, style control")).not.toBeInTheDocument();
  await user.click(within(ratings).getByRole("button", { name: "All categories" }));
  expect(within(ratings).getByText("Coding, style control")).toBeInTheDocument();

  for (const text of ["0.4 s", "81 tokens/s", "$0.0031", "612 tokens", "9,120"]) {
    expect(await screen.findByText(text)).toBeInTheDocument();
  }
  await screen.findByRole("group", { name: /Scores of 1 models over time/ });
  await user.click(screen.getByRole("radio", { name: "Online Elo" }));
  expect(screen.getByText(/never used for ranking/)).toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Table" }));
  expect(screen.getByRole("region", { name: "Online Elo over time" })).toBeInTheDocument();
  expect(await screen.findByText("Acme One vs Zeta 2 · Acme One won")).toBeInTheDocument();

  const against = screen.getByRole("region", { name: "By opponent" });
  expect(within(against).getByText("65% (55–74%)")).toBeInTheDocument();
  await user.click(within(against).getByRole("link", { name: "Zeta 2" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/versus/acme-one/zeta-2"));
});

it("says that there are no votes and calls yet", async () => {
  const { user, router } = open({});
  expect(await screen.findByText(/This model has no counted votes yet/)).toBeInTheDocument();
  expect(await screen.findByText("Not enough answers yet.")).toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: "Head-to-head" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ a: "acme-one" }));
});

it("keeps the properties when the ratings fail", async () => {
  const { user, answers } = open({});
  answers["/api/models/acme-one/ratings"] = new TypeError("Failed to fetch");
  await screen.findByRole("heading", { name: "The server cannot be reached." });
  expect(screen.getByText("A provider on the internet")).toBeInTheDocument();
  answers["/api/models/acme-one/ratings"] = {
    body: { model_id: "acme-one", model_name: "Acme One", boards: [], opponents: [] },
  };
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/This model has no counted votes yet/)).toBeInTheDocument();
});
