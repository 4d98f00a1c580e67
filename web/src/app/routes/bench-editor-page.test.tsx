import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aDataset, aSuite, openBench } from "@tests/fake-bench";
import { FakeUpload } from "@tests/fake-upload";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
});

const file = new File(["question,answer"], "cities.csv");
type Opened = ReturnType<typeof openBench>;

async function sendFile({ user }: Opened, find = aDataset()) {
  await user.upload(await screen.findByLabelText("File with samples"), file);
  await screen.findByText("Uploading cities.csv");
  await act(async () => FakeUpload.last.answer(201, find));
  await screen.findByText(/30 samples/);
}
const step = (name: RegExp) =>
  within(screen.getByRole("navigation", { name: "Steps" })).getByRole("button", { name });

describe("creating a suite from a file", () => {
  it("goes through data, prompt and scoring to a saved suite", async () => {
    const opened = openBench("/benchmarks/suites/new", {
      "POST /api/bench/suites": aSuite({ number: 1 }),
    });
    const { user, router, named } = opened;
    expect(await screen.findByRole("button", { name: "Next: Prompt" })).toBeDisabled();
    await expectNoAxeViolations();
    await sendFile(opened, aDataset({ skipped: ["Line 4 has too many cells."] }));
    expect(FakeUpload.last.path).toBe("/api/bench/datasets?filename=cities.csv");
    expect(screen.getByText(/detected as question-answer/)).toBeInTheDocument();
    expect(screen.getByText("Line 4 has too many cells.")).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText("Group"), "question");
    await expectNoAxeViolations();

    await user.click(screen.getByRole("button", { name: "Next: Prompt" }));
    expect(await screen.findByText("What is the capital of France?")).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ step: "prompt" });
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Next: Scoring" }));
    await screen.findByRole("heading", { name: "Scores" });
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Next: Name and save" }));
    await user.clear(await screen.findByLabelText("Title"));
    await user.type(screen.getByLabelText("Title"), "Cities");
    await user.clear(screen.getByLabelText("Name"));
    expect(screen.getByText("The suite has no name yet.")).toBeInTheDocument();
    await user.type(screen.getByLabelText("Name"), "My Cities");
    await user.type(screen.getByLabelText("Tags"), "school, short");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save the suite" }));
    await screen.findByText("Capital cities was saved.");
    expect(router.state.location.pathname).toBe("/benchmarks/suites/s1");
    expect(named("POST /api/bench/suites")[0]?.body).toMatchObject({
      dataset_id: "d9",
      spec: {
        name: "my-cities",
        title: "Cities",
        tags: ["school", "short"],
        dataset: { fields: { target: "answer", cluster: "question" } },
      },
    });
    expect(localStorage.getItem("llmbattler.suite-draft.new")).toBeNull();
  });

  it("accepts pasted lines and dropped files, and shows errors", async () => {
    const { user } = openBench("/benchmarks/suites/new");
    await user.click(await screen.findByRole("button", { name: "Fill in an example" }));
    await user.click(screen.getByRole("button", { name: "Use these lines" }));
    await waitFor(() =>
      expect(FakeUpload.last.path).toBe("/api/bench/datasets?filename=pasted.csv"),
    );
    act(() => FakeUpload.last.advance(1, 2));
    expect(await screen.findByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
    act(() => FakeUpload.last.finish());
    await screen.findByText("Reading pasted.csv");
    await act(async () =>
      FakeUpload.last.answer(422, { title: "It is no table.", request_id: "req_3" }),
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("It is no table.");
    expect(screen.getByText("req_3")).toBeInTheDocument();
    const place = screen.getByRole("region", { name: "Drop a file with samples here" });
    fireEvent.dragOver(place);
    fireEvent.drop(place, { dataTransfer: { files: [file] } });
    expect(await screen.findByText("Uploading cities.csv")).toBeInTheDocument();
  });

  it("is not available to people who may not save", async () => {
    openBench("/benchmarks/suites/new", {
      "GET /api/bench/suites": () => problem(401, "Sign in first."),
    });
    await screen.findByRole("heading", { name: "Sign in to see benchmarks" });
    expect(screen.queryByText("Drop a file with samples here")).toBeNull();
    cleanup();
    openBench("/benchmarks/suites/new", {
      "GET /api/bench/suites": { suites: [], may_write: false },
    });
    expect(await screen.findByText(/but not create suites/)).toBeInTheDocument();
  });

  it("offers to copy somebody else's suite", async () => {
    openBench("/benchmarks/suites/s1/edit", {
      "GET /api/bench/suites/s1": aSuite({ may_change: false }),
    });
    await screen.findByRole("heading", { name: "You cannot change this suite" });
    expect(screen.getByText(/It belongs to someone else/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Show suite" })).toHaveAttribute(
      "href",
      "/benchmarks/suites/s1",
    );
    expect(screen.getByRole("link", { name: "Make a copy" })).toHaveAttribute(
      "href",
      "/benchmarks/suites/new?from=s1",
    );
    cleanup();
    openBench("/benchmarks/suites/s1/edit", {
      "GET /api/bench/suites/s1": aSuite({ may_change: false, origin: "included" }),
    });
    expect(await screen.findByText(/It is built in/)).toBeInTheDocument();
  });

  it("asks for data before the steps that need it", async () => {
    const { user } = openBench("/benchmarks/suites/new?step=prompt");
    await user.click(await screen.findByRole("button", { name: "Choose data" }));
    expect(await screen.findByText("Drop a file with samples here")).toBeInTheDocument();
  });

  it("restores the draft after a reload until it is discarded", async () => {
    const opened = openBench("/benchmarks/suites/new");
    await sendFile(opened);
    expect(localStorage.getItem("llmbattler.suite-draft.new")).toContain("cities");
    cleanup();
    const { user } = openBench("/benchmarks/suites/new");
    await screen.findByText("Your unsaved changes were restored.");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await screen.findByText("Unsaved changes discarded.");
    expect(localStorage.getItem("llmbattler.suite-draft.new")).toBeNull();
  });

  it("keeps the prompt when another file is chosen", async () => {
    const opened = openBench("/benchmarks/suites/new");
    const { user, named } = opened;
    await sendFile(opened);
    await user.click(step(/Prompt/));
    const box = await screen.findByLabelText("Template");
    await user.clear(box);
    await user.type(box, "Mine: ");
    await user.click(screen.getByRole("button", { name: "Insert answer" }));
    expect(box).toHaveValue("Mine: {{ answer }}");
    await user.click(step(/Data/));
    await sendFile(opened, aDataset({ dataset_id: "d10" }));
    await user.click(step(/Prompt/));
    await waitFor(() =>
      expect(named("POST /api/bench/preview").at(-1)?.body).toMatchObject({
        dataset_id: "d10",
        spec: { prompts: { default: "Mine: {{ answer }}" } },
      }),
    );
  });
});
