import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aSpec, aSuite, openBench } from "@tests/fake-bench";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";
import type { EditConflict, Suite } from "@/features/benchmarks/api/bench";

const address = "/benchmarks/suites/s1/edit?step=save";
const lines = (title: string, tag: string) => `title: ${title}\nname: capitals\nsystem: Hi\n${tag}`;
const clash: EditConflict = {
  base: lines("Capital cities", "tags: none"),
  theirs: lines("Capitals by Ada", "tags: ada"),
  yours: lines("My capitals", "tags: none"),
  merged: null,
  base_number: 2,
  newest: 3,
};
const fits: EditConflict = {
  ...clash,
  theirs: lines("Capital cities", "tags: ada"),
  merged: lines("My capitals", "tags: ada"),
};

const [second, first] = aSuite().versions;
const newer = aSuite({
  number: 3,
  spec: aSpec({ title: "Capitals by Ada" }),
  versions: [
    { ...second, number: 3, created_by: "Ada", note: "Fix the title" },
    second,
    first,
  ] as Suite["versions"],
});

/** Edits the title of version 2 while somebody else has saved version 3. */
async function openConflict(conflict: EditConflict) {
  const opened = openBench(address, {
    "PUT /api/bench/suites/s1": ({ body }: { body: unknown }) =>
      (body as { base: number }).base === conflict.newest
        ? aSuite({ number: 4 })
        : problem(409, "Somebody else saved a newer version.", { conflict }),
  });
  const title = await screen.findByLabelText("Title");
  fireEvent.change(title, { target: { value: "My capitals" } });
  opened.handlers["GET /api/bench/suites/s1"] = newer;
  await opened.user.click(screen.getByRole("button", { name: "Save as a new version" }));
  await screen.findByRole("heading", { name: "Someone else saved a newer version" });
  const bodies = () => opened.named("PUT /api/bench/suites/s1").map(({ body }) => body);
  return { ...opened, bodies };
}

describe("a suite that somebody else changed in the meantime", () => {
  it("shows the base, their changes and yours", async () => {
    const { bodies } = await openConflict(clash);
    expect(bodies()[0]).toMatchObject({ base: 2, spec: { title: "My capitals" } });
    expect(screen.getByText(/You started from version 2, but version 3 is now/)).toBeVisible();
    expect(await screen.findByText(/by Ada · Fix the title/)).toBeInTheDocument();
    expect(
      screen.getByText(/You both changed the same lines, or lines next to each other/),
    ).toBeInTheDocument();
    const theirs = screen.getByRole("region", { name: "Their changes: version 2 → 3" });
    expect(theirs).toHaveTextContent("Removed: title: Capital cities");
    expect(theirs).toHaveTextContent("Added: title: Capitals by Ada");
    const yours = screen.getByRole("region", { name: "Your changes: version 2 → yours" });
    expect(yours).toHaveTextContent("Added: title: My capitals");
    expect(yours).not.toHaveTextContent("ada");
    expect(screen.getByText("Version 2, where you started")).toBeInTheDocument();
    expect(screen.queryByText("The suite could not be saved.")).not.toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it("saves your text on top of the newest version", async () => {
    const { user, router, bodies } = await openConflict(clash);
    await user.click(screen.getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/suites/s1"));
    expect(bodies()[1]).toMatchObject({ base: 3, spec: { title: "My capitals" } });
    expect(localStorage.getItem("suite-draft.s1")).toBeNull();
  });

  it("takes their text, and can undo it", async () => {
    const { user, bodies } = await openConflict(clash);
    const take = screen.getByRole("button", { name: "Take theirs" });
    await waitFor(() => expect(take).toBeEnabled());
    await user.click(take);
    expect(await screen.findByLabelText("Title")).toHaveValue("Capitals by Ada");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(await screen.findByRole("button", { name: "Continue editing" }));
    expect(await screen.findByLabelText("Title")).toHaveValue("My capitals");
    await user.click(screen.getByRole("button", { name: "Save as a new version" }));
    await screen.findByRole("heading", { name: "Someone else saved a newer version" });
    expect(bodies()[1]).toMatchObject({ base: 2, spec: { title: "My capitals" } });
  });

  it("merges edits that fit together", async () => {
    const { user, router, bodies } = await openConflict(fits);
    await screen.findByText(/are in different places and fit together/);
    const merge = screen.getByRole("button", { name: "Edit merged text" });
    await waitFor(() => expect(merge).toBeEnabled());
    await user.click(merge);
    const box = await screen.findByLabelText<HTMLTextAreaElement>("Suite file");
    expect(box).toHaveValue(fits.merged);
    expect(screen.getByText(/your text merged with version 3/)).toBeInTheDocument();
    await user.type(screen.getByLabelText("Change note"), " Both ");
    await screen.findByText("No problems found");
    await user.click(screen.getByRole("button", { name: "Save as a new version" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/suites/s1"));
    expect(bodies()[1]).toEqual({
      dataset_id: "d1",
      file: fits.merged,
      base: 3,
      note: "Both",
    });
  });

  it("marks lines that both changed, and keeps both drafts when going back", async () => {
    const { user } = await openConflict(clash);
    const merge = () => screen.findByRole("button", { name: "Edit merged text" });
    await waitFor(async () => expect(await merge()).toBeEnabled());
    await user.click(await merge());
    const box = await screen.findByLabelText<HTMLTextAreaElement>("Suite file");
    expect(box.value).toContain("<<<<<<< version 3\ntitle: Capitals by Ada\n=======\n");
    expect(screen.getByText(/Decide between the marked lines/)).toBeInTheDocument();
    expect(screen.queryByRole("radio", { name: "Form" })).not.toBeInTheDocument();
    fireEvent.change(box, { target: { value: "title: Decided" } });
    await user.click(screen.getByRole("button", { name: "Back to both versions" }));
    await user.click(await merge());
    expect(await screen.findByLabelText("Suite file")).toHaveValue("title: Decided");
    await user.click(screen.getByRole("button", { name: "Back to both versions" }));
    await user.click(screen.getByRole("button", { name: "Continue editing" }));
    await user.click(await screen.findByRole("radio", { name: "Form" }));
    expect(await screen.findByLabelText("Title")).toHaveValue("My capitals");
  });

  it("is noticed when an unsaved draft is restored", async () => {
    await openConflict(clash);
    cleanup();
    const { user } = openBench(address, { "GET /api/bench/suites/s1": newer });
    expect(await screen.findByText(/Version 3 was saved in the meantime/)).toBeInTheDocument();
    expect(screen.getByLabelText("Title")).toHaveValue("My capitals");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.getByLabelText("Title")).toHaveValue("Capitals by Ada");
  });
});
