import { screen } from "@testing-library/react";
import { aModel, asContestant } from "@tests/fake-api";
import { fakeArena, problem } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { expect, it } from "vitest";

it("shows that the models could not be loaded, and retries when opened again", async () => {
  let answer: (response: Response) => void = () => undefined;
  const { handlers } = fakeArena({ "GET /api/contestants": () => problem(500, "It broke.") });
  const { user } = renderApp("/?mode=direct");
  const picker = await screen.findByRole("button", { name: "Model: Choose a model" });
  handlers["GET /api/contestants"] = () =>
    new Promise<Response>((resolve) => {
      answer = resolve;
    });
  await user.click(picker);
  await screen.findByText("Loading models…");
  answer(problem(500, "It broke again."));
  await screen.findByText(/Models could not be loaded\./);
  await user.keyboard("{Escape}");
  handlers["GET /api/contestants"] = { contestants: [asContestant(aModel())] };
  await user.click(picker);
  await screen.findByRole("option", { name: /Acme One/ });
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
});

it("shows that no model is ready", async () => {
  fakeArena({ "GET /api/contestants": { contestants: [] } });
  const { user } = renderApp("/?mode=direct");
  await user.click(await screen.findByRole("button", { name: "Model: Choose a model" }));
  await screen.findByText("No models available.");
});
