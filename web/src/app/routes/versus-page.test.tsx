import { screen, waitFor, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { aVersus, someBattles } from "@tests/fake-ratings";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const models = listOf(aModel(), aModel({ model_id: "zeta-2", model_name: "Zeta 2" }));

function open(address: string, versus: object = aVersus) {
  const answers: Parameters<typeof fakeApi>[0] = {
    "/api/models": models,
    "/api/models/acme-one/versus/zeta-2": { body: versus },
    "/api/models/acme-one/versus/zeta-2/battles": { body: someBattles },
  };
  return { ...fakeApi(answers), ...renderApp(address), answers };
}

describe("two models head to head", () => {
  it("are chosen one after the other", async () => {
    const { user, router } = open("/versus");
    await screen.findByRole("heading", { name: "Which two models?" });
    await user.click(screen.getByRole("button", { name: "First model: Choose a model" }));
    await user.click(await screen.findByRole("option", { name: /Acme One/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ a: "acme-one" }));
    await user.click(screen.getByRole("button", { name: "Second model: Choose a model" }));
    await user.click(await screen.findByRole("option", { name: /Zeta 2/ }));
    await screen.findByRole("heading", { level: 1, name: "Acme One vs Zeta 2" });
    expect(router.state.location.pathname).toBe("/versus/acme-one/zeta-2");
  });

  it("wait for the list of models, which is retried after an error", async () => {
    const answers: Parameters<typeof fakeApi>[0] = { "/api/models": { status: 500, body: {} } };
    fakeApi(answers);
    const { user } = renderApp("/versus");
    const first = await screen.findByRole("button", { name: "First model: Choose a model" });
    await user.click(first);
    await screen.findByText(/Models could not be loaded\./);
    await user.keyboard("{Escape}");
    answers["/api/models"] = models;
    await user.click(first);
    await screen.findByRole("option", { name: /Acme One/ });
  });

  it("show who wins how often, what was expected, and how many votes are missing", async () => {
    open("/versus/acme-one/zeta-2");
    expect(await screen.findByText("Acme One wins 65%")).toBeInTheDocument();
    expect(screen.getByText("95% interval 55–74%")).toBeInTheDocument();
    expect(
      screen.getAllByRole("img", { name: "Acme One wins 65% (55–74%) against Zeta 2" }),
    ).toHaveLength(2);
    expect(screen.getByText(/is expected to win 62%.*agree with this/)).toHaveTextContent(
      "About 118 more votes between the two are needed for a clear difference.",
    );
    expect(screen.getByText("1187 ±12 · rank 1")).toBeInTheDocument();
    expect(screen.getByText("not rated yet")).toBeInTheDocument();
    const boards = screen.getByRole("table");
    expect(within(boards).getByRole("link", { name: "German" })).toBeInTheDocument();
    expect(within(boards).queryByText("Coding")).not.toBeInTheDocument();
    const example = await screen.findByRole("link", { name: "Rename files by their date" });
    expect(example).toHaveAttribute("href", "/s/token-1");
    expect(screen.getByText("Acme One vs Zeta 2 · Acme One won")).toBeInTheDocument();
    expect(screen.getByText("Zeta 2 vs ghost")).toBeInTheDocument();
  });

  it("link to a side-by-side battle", async () => {
    const { user, router } = open("/versus/acme-one/zeta-2");
    await user.click(await screen.findByRole("link", { name: "Try them side by side" }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        mode: "side_by_side",
        models: ["acme-one", "zeta-2"],
      }),
    );
  });

  it("say when the second leads, when neither leads, and when votes differ from ratings", async () => {
    const [overall] = aVersus.boards;
    const versus = (value: number) => ({
      ...aVersus,
      b: { ...aVersus.b, status: null },
      boards: [{ ...overall, observed: { value, low: value - 0.04, high: value + 0.04 } }],
    });
    const { answers, queries } = open("/versus/acme-one/zeta-2", versus(0.3));
    expect(await screen.findByText("Zeta 2 wins 70%")).toBeInTheDocument();
    expect(screen.getByText("95% interval 66–74%")).toBeInTheDocument();
    expect(screen.getByText(/differ from this by more than chance/)).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: /side by side/ })).not.toBeInTheDocument();
    answers["/api/models/acme-one/versus/zeta-2"] = { body: versus(0.5) };
    queries.invalidateQueries();
    expect(await screen.findByText("They win equally often")).toBeInTheDocument();
  });

  it("say that there are no votes yet", async () => {
    const [, , never] = aVersus.boards;
    open("/versus/acme-one/zeta-2", {
      ...aVersus,
      boards: [{ ...never, kind: "overall", board: "overall" }],
      votes_to_separate: null,
    });
    expect(await screen.findByText(/No votes between these two models yet/)).toBeInTheDocument();
    expect(screen.getByText(/no realistic number of votes/)).toBeInTheDocument();
  });

  it("can be swapped", async () => {
    const { user, router } = open("/versus/acme-one/zeta-2");
    await user.click(await screen.findByRole("button", { name: "Swap models" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/versus/zeta-2/acme-one"));
    await screen.findByRole("heading", { name: "Model not found" });
  });

  it("must differ, and show server errors", async () => {
    open("/versus/acme-one/acme-one");
    await screen.findByRole("heading", { name: "These are the same model" });
  });

  it("show the error and retry", async () => {
    const { user, answers } = open("/versus/acme-one/zeta-2");
    answers["/api/models/acme-one/versus/zeta-2"] = new TypeError("Failed to fetch");
    await screen.findByRole("heading", { name: "The server cannot be reached." });
    answers["/api/models/acme-one/versus/zeta-2"] = { body: aVersus };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Acme One wins 65%")).toBeInTheDocument();
  });
});
