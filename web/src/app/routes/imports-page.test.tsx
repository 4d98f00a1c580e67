import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { FakeUpload } from "@tests/fake-upload";
import { renderApp } from "@tests/render-app";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lastImport } from "@/features/ratings/api/vote-sets";

const old = {
  name: "old-crowd",
  origin: "crowd.csv",
  votes: 8_931,
  skipped: 12,
  created_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  board: "import:old-crowd",
};
const imported = {
  name: "my-votes",
  board: "import:my-votes",
  votes: 1_200,
  models: 7,
  skipped: 1,
  problems: [{ line: 14, reason: "winner is not known" }],
};
const file = (name: string) => new File(["model_a,model_b,winner"], name);

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  lastImport.set(undefined);
});

function open(sets: object[], mayImport = true) {
  const arena = fakeArena({
    "GET /api/vote-sets": () => ({ sets, may_import: mayImport }),
  });
  return { ...arena, ...renderApp("/leaderboard/imports") };
}

describe("imported votes", () => {
  it("lists the sets with their leaderboards", async () => {
    open([old]);
    const link = await screen.findByRole("link", { name: "old-crowd" });
    expect(link).toHaveAttribute("href", "/leaderboard?board=import%3Aold-crowd");
    for (const text of ["crowd.csv", "8,931", "12", "2 days ago"]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
  });

  it("accepts a file and shows progress and result", async () => {
    const { user } = open([]);
    await user.upload(await screen.findByLabelText("File with votes"), file("My votes.csv"));
    const name = screen.getByRole("textbox", { name: "Set name" });
    expect(name).toHaveValue("my-votes");
    await user.click(screen.getByRole("button", { name: "Import" }));
    await waitFor(() =>
      expect(FakeUpload.last.path).toBe("/api/vote-sets?name=my-votes&filename=My+votes.csv"),
    );
    act(() => FakeUpload.last.advance(1, 4));
    expect(await screen.findByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    act(() => FakeUpload.last.finish());
    expect(await screen.findByText("Reading the votes in my-votes…")).toBeInTheDocument();
    act(() => FakeUpload.last.answer(201, imported));
    expect(await screen.findByText("1,200 votes on 7 models.")).toBeInTheDocument();
    expect(screen.getByText("line 14: winner is not known")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Show leaderboard" })).toHaveAttribute(
      "href",
      "/leaderboard?board=import%3Amy-votes",
    );
    await user.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    expect(screen.queryByText("1,200 votes on 7 models.")).not.toBeInTheDocument();
  });

  it("keeps the file when the server refuses it", async () => {
    const { user } = open([]);
    await user.upload(await screen.findByLabelText("File with votes"), file("votes.jsonl"));
    await user.click(screen.getByRole("button", { name: "Import" }));
    await waitFor(() => expect(FakeUpload.last.body).toBeInstanceOf(File));
    act(() =>
      FakeUpload.last.answer(409, {
        title: "There is such a set.",
        detail: "Choose another name.",
      }),
    );
    expect(await screen.findByText("The file could not be imported.")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Set name" })).toHaveValue("votes");
  });

  it("accepts dropped files, but only files of votes", async () => {
    open([]);
    const place = await screen.findByRole("region", { name: "Drop a file with votes here" });
    fireEvent.dragOver(place);
    expect(place).toHaveClass("border-accent");
    fireEvent.dragLeave(place);
    fireEvent.drop(place, { dataTransfer: { files: [file("holiday.png")] } });
    expect(
      await screen.findByText("holiday.png is not a CSV, JSONL or Parquet file."),
    ).toBeInTheDocument();
    fireEvent.drop(place, { dataTransfer: { files: [file("votes.parquet")] } });
    expect(await screen.findByRole("textbox", { name: "Set name" })).toHaveValue("votes");
  });

  it("asks before removing a set", async () => {
    const { user, named, handlers } = open([old]);
    const remove = await screen.findByRole("button", { name: "Remove old-crowd" });
    await user.click(remove);
    await user.click(screen.getByRole("button", { name: "Keep it" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    handlers["DELETE /api/vote-sets/old-crowd"] = () => problem(503, "Not now.");
    await user.click(remove);
    await user.click(screen.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("The set could not be removed.")).toBeInTheDocument();
    handlers["DELETE /api/vote-sets/old-crowd"] = () => undefined;
    await user.click(remove);
    const dialog = screen.getByRole("dialog", { name: "Remove “old-crowd”?" });
    expect(dialog).toHaveTextContent("8,931 votes are removed");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("old-crowd was removed.")).toBeInTheDocument();
    expect(named("DELETE /api/vote-sets/old-crowd")).toHaveLength(2);
  });

  it("says who may import", async () => {
    open([old], false);
    expect(await screen.findByText("llmbattler votes import")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Choose a file|Remove/ })).not.toBeInTheDocument();
  });

  it("shows the error", async () => {
    fakeArena({ "GET /api/vote-sets": () => problem(500, "Broken.") });
    renderApp("/leaderboard/imports");
    await screen.findByRole("heading", { level: 1, name: "Broken." });
  });
});
