import { screen, waitFor, within } from "@testing-library/react";
import { aBattle, aVote, fakeArena, problem, someDetails } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const voted = aBattle({
  status: "voted",
  vote: aVote("tie"),
  details: someDetails,
  categories: ["coding"],
  language: "en",
});
const topics = () => screen.findByRole("region", { name: "Topics of this battle" });

describe("the topics of a voted battle", () => {
  it("are shown, and can be corrected by keyboard", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": voted,
      "PUT /api/battles/*/categories": ({ body }: { body: unknown }) => ({
        ...voted,
        ...(body as object),
      }),
    });
    const { user } = renderApp("/battles/b1");
    expect(within(await topics()).getByText("Coding")).toBeInTheDocument();
    expect(within(await topics()).getByText("English")).toBeInTheDocument();
    within(await topics())
      .getByRole("button", { name: "Change topics" })
      .focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "What is this battle about?" });
    await expectNoAxeViolations();
    expect(within(dialog).getByRole("checkbox", { name: "Coding" })).toBeChecked();
    await user.click(within(dialog).getByRole("checkbox", { name: "Coding" }));
    within(dialog).getByRole("checkbox", { name: "Math" }).focus();
    await user.keyboard(" ");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "Language" }), "German");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(await topics()).findByText("German")).toBeInTheDocument();
    expect(within(await topics()).getByText("Math")).toBeInTheDocument();
    expect(within(await topics()).queryByText("Coding")).not.toBeInTheDocument();
    expect(named("PUT /api/battles/b1/categories")[0]?.body).toEqual({
      categories: ["math"],
      language: "de",
    });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("stay in the dialog when saving fails", async () => {
    const { named } = fakeArena({
      "GET /api/battles/*": { ...voted, categories: [], language: null },
      "PUT /api/battles/*/categories": () => problem(503, "Later."),
    });
    const { user } = renderApp("/battles/b1");
    expect(within(await topics()).getByText("No category")).toBeInTheDocument();
    await user.click(within(await topics()).getByRole("button", { name: "Change topics" }));
    await user.click(await screen.findByRole("checkbox", { name: "Hard prompts" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(
      (await screen.findAllByText("The categories could not be changed.")).length,
    ).toBeGreaterThan(0);
    expect(named("PUT /api/battles/b1/categories")[0]?.body).toEqual({
      categories: ["hard"],
      language: null,
    });
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
    expect(screen.getByRole("checkbox", { name: "Hard prompts" })).toBeChecked();
  });

  it("are not shown before the vote", async () => {
    fakeArena({ "GET /api/battles/*": aBattle({ categories: ["coding"] }) });
    renderApp("/battles/b1");
    await screen.findByRole("toolbar", { name: "Your vote" });
    expect(screen.queryByText("Coding")).not.toBeInTheDocument();
  });
});
