import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { problem } from "@tests/fake-arena";
import { aPreview, aSpec, aSuite, openBench } from "@tests/fake-bench";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

type Opened = ReturnType<typeof openBench>;
const step = (name: RegExp) =>
  within(screen.getByRole("navigation", { name: "Steps" })).getByRole("button", { name });

describe("a new version", () => {
  const address = "/benchmarks/suites/s1/edit";
  const body = (opened: Opened) => opened.named("PUT /api/bench/suites/s1")[0]?.body;

  it("previews samples one by one and shows template errors", async () => {
    const opened = openBench(`${address}?step=prompt`);
    const { user, handlers, named } = opened;
    await screen.findByRole("heading", { name: "Edit Capital cities" });
    await user.click(await screen.findByRole("button", { name: "Next sample" }));
    await waitFor(() =>
      expect(named("POST /api/bench/preview").at(-1)?.body).toMatchObject({ position: 1 }),
    );
    expect(screen.getByText("Sample 2 of 1,200")).toBeInTheDocument();
    handlers["POST /api/bench/preview"] = () =>
      problem(422, "The template is wrong.", { detail: "There is no `cty`." });
    await user.click(screen.getByRole("button", { name: "Previous sample" }));
    await user.type(screen.getByLabelText("Template"), "!");
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no `cty`.");
    await user.clear(screen.getByLabelText("Template"));
    expect(screen.getByText("Write the prompt for the model.")).toBeInTheDocument();
    expect(screen.getByText("Write a template to see the preview.")).toBeInTheDocument();
  });

  it("saves several prompts, examples and parameters", async () => {
    const opened = openBench(`${address}?step=prompt`, { "PUT /api/bench/suites/s1": aSuite() });
    const { user } = opened;
    await user.click(await screen.findByRole("button", { name: "Add a prompt" }));
    const name = screen.getByLabelText("Prompt name");
    expect(name).toHaveValue("prompt");
    await user.clear(name);
    await user.type(name, "default");
    expect(screen.getByText(/a name that no other prompt has/)).toBeInTheDocument();
    await user.clear(name);
    await user.type(name, "terse");
    await user.type(screen.getByLabelText("Template"), " In one word.");
    await user.click(screen.getByRole("button", { name: "Add a prompt" }));
    await user.click(screen.getByRole("button", { name: "Remove the prompt prompt" }));
    await user.type(screen.getByLabelText("System prompt"), "Be brief.");
    await user.click(screen.getByRole("switch", { name: /few-shot examples/ }));
    await user.clear(screen.getByLabelText("Number of examples"));
    await user.type(screen.getByLabelText("Number of examples"), "5");
    await user.type(screen.getByLabelText("Seed"), "7");
    await user.type(screen.getByLabelText("Example question"), "Q");
    await user.type(screen.getByLabelText("Example answer"), "!");
    await user.type(screen.getByLabelText("Temperature"), "0.5");
    await user.type(screen.getByLabelText("Stop sequences"), "END\nSTOP");
    await user.click(step(/Name and save/));
    await user.click(await screen.findByRole("button", { name: "Save as a new version" }));
    await screen.findByText("Capital cities is at version 2.");
    expect(body(opened)).toMatchObject({
      dataset_id: "d1",
      spec: {
        prompts: { default: "{{ question }}", terse: "{{ question }} In one word." },
        system: "Be brief.",
        few_shot: { count: 5, seed: 7, question: "Q", answer: "{{ target }}!" },
        params: { temperature: 0.5, stop: ["END", "STOP"] },
      },
    });
  });

  it("tries extraction and scores on a pasted answer", async () => {
    const { user, named } = openBench(`${address}?step=scoring`, {
      "POST /api/bench/preview": ({ body: sent }: { body: unknown }) =>
        (sent as { answer: string | null }).answer
          ? aPreview({
              value: 0.5,
              marks: [
                { name: "exact", value: 0.5, extracted: "Paris", reason: "Half.", details: {} },
                { name: "number", value: null, extracted: null, reason: "", details: {} },
              ],
              left_out: ["kind needs a judge; it is only scored in a run."],
              problems: [{ line: null, field: "scores", sentence: "Odd." }],
            })
          : aPreview(),
    });
    await user.click(await screen.findByRole("button", { name: "Use the correct answer" }));
    await screen.findByText("Half.");
    expect(screen.getAllByText("unreadable")).toHaveLength(2);
    for (const words of [
      "nothing found",
      "kind needs a judge; it is only scored in a run.",
      "Odd.",
    ]) {
      expect(screen.getByText(words, { exact: false })).toBeInTheDocument();
    }
    expect(named("POST /api/bench/preview").at(-1)?.body).toMatchObject({ answer: "Paris" });
  });

  it("builds extractors from steps", async () => {
    const opened = openBench(`${address}?step=scoring`, { "PUT /api/bench/suites/s1": aSuite() });
    const { user } = opened;
    const text = await screen.findByLabelText("Text");
    expect(text).toHaveValue("Answer:");
    await user.type(text, "!");
    await user.click(screen.getByRole("button", { name: "Move step 2 up" }));
    await user.click(screen.getByRole("button", { name: "Remove step 2" }));
    await user.selectOptions(screen.getByLabelText("Add a step"), "First of several");
    const attempt = screen.getByRole("group", { name: "Attempt 1" });
    await user.selectOptions(within(attempt).getByLabelText("Add a step"), "Strip");
    await user.click(screen.getByRole("button", { name: "Add an attempt" }));
    await user.click(screen.getByRole("button", { name: "Remove attempt 2" }));
    const name = screen.getByLabelText("Extractor name");
    await user.clear(name);
    await user.type(name, "end");
    await user.click(screen.getByRole("button", { name: "Add an extractor" }));
    await user.click(screen.getByRole("button", { name: "Remove extractor answer" }));
    await user.click(step(/Name and save/));
    await user.click(await screen.findByRole("button", { name: "Save as a new version" }));
    await waitFor(() =>
      expect(body(opened)).toMatchObject({
        spec: {
          extract: {
            end: [{ after: { text: "Answer:!" } }, { first_of: { pipelines: [["strip"]] } }],
          },
          scores: [{ extract: "end" }],
        },
      }),
    );
  });

  it("shows forms for the options of scorers", async () => {
    const opened = openBench(`${address}?step=scoring`, { "PUT /api/bench/suites/s1": aSuite() });
    const { user } = opened;
    await user.click(await screen.findByRole("switch", { name: "Ignore case" }));
    await user.selectOptions(screen.getByLabelText("Mode"), "any");
    await user.click(screen.getByRole("button", { name: "Add a score" }));
    const second = () =>
      within(screen.getAllByLabelText("Scorer")[1]?.closest(".p-4") as HTMLElement);
    await user.selectOptions(screen.getAllByLabelText("Scorer")[1] as HTMLElement, "Contains");
    await user.type(second().getByLabelText("Words"), "Paris\nLima");
    await user.type(second().getByLabelText("Tolerance"), "0.1");
    await user.type(second().getByLabelText("Schema"), "{{");
    expect(second().getByText(/This is not valid JSON/)).toBeInTheDocument();
    await user.type(second().getByLabelText("Schema"), '"a": 1}');
    await user.selectOptions(second().getByLabelText("Input"), "final");
    await user.clear(second().getByLabelText("Weight"));
    await user.type(second().getByLabelText("Weight"), "0.5");
    await user.type(second().getByLabelText("Threshold"), "0.8");
    await user.click(second().getByRole("switch", { name: /Invert/ }));
    await user.click(screen.getByRole("button", { name: "Add a score" }));
    await user.click(screen.getByRole("button", { name: "Remove score score-2" }));
    await user.click(step(/Name and save/));
    await user.click(await screen.findByRole("button", { name: "Save as a new version" }));
    await waitFor(() =>
      expect(body(opened)).toMatchObject({
        spec: {
          scores: [
            { name: "exact", options: { ignore_case: true, mode: "any" } },
            {
              name: "score",
              scorer: "includes",
              extract: "final",
              options: { words: ["Paris", "Lima"], tolerance: 0.1, schema: { a: 1 } },
              weight: 0.5,
              threshold: 0.8,
              negate: true,
            },
          ],
        },
      }),
    );
  });

  it("lists missing parts and server errors", async () => {
    const opened = openBench(`${address}?step=save`, {
      "GET /api/bench/suites/s1": aSuite({ spec: aSpec({ prompts: { default: " " } }) }),
      "PUT /api/bench/suites/s1": () =>
        problem(422, "It cannot be saved.", {
          problems: [{ line: null, field: "scores[0]", sentence: "there is no scorer `exat`" }],
        }),
    });
    const { user } = opened;
    await screen.findByText("The prompt “default” is empty.");
    await user.click(screen.getByRole("button", { name: "Go to: Prompt" }));
    await user.type(await screen.findByLabelText("Template"), "Hello");
    await user.click(step(/Name and save/));
    await user.click(await screen.findByRole("button", { name: "Save as a new version" }));
    expect(await screen.findByText("there is no scorer `exat`", { exact: false })).toBeVisible();
    expect(await screen.findByText("The suite could not be saved.")).toBeInTheDocument();
  });

  it("can be edited as a file that is checked while typing", async () => {
    const opened = openBench(`${address}?view=file`, {
      "POST /api/bench/check": ({ body: sent }: { body: unknown }) => {
        const bad = (sent as { file: string }).file.includes("broken");
        return bad
          ? { problems: [{ line: 2, field: "name", sentence: "is odd" }], spec: null }
          : { problems: [], spec: aSpec({ title: "From the text" }) };
      },
      "PUT /api/bench/suites/s1": aSuite(),
    });
    const { user, router } = opened;
    const box = await screen.findByLabelText<HTMLTextAreaElement>("Suite file");
    expect(box.value).toContain('prompts:\n  default: "{{ question }}"');
    await screen.findByText("No problems found");
    await expectNoAxeViolations();
    fireEvent.change(box, { target: { value: "schema: 1\nname: broken" } });
    await user.click(await screen.findByRole("button", { name: "Line 2" }));
    expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe("name: broken");
    expect(screen.getByText("1 problem to fix")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: "schema: 1\nname: capitals" } });
    fireEvent.scroll(box);
    await screen.findByText("No problems found");
    await user.click(screen.getByRole("button", { name: "Save as a new version" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/benchmarks/suites/s1"));
    expect(body(opened)).toEqual({
      dataset_id: "d1",
      file: "schema: 1\nname: capitals",
      base: 2,
    });
  });

  it("applies a valid text to the form", async () => {
    const { user } = openBench(`${address}?view=file`, {
      "POST /api/bench/check": { problems: [], spec: aSpec({ title: "From the text" }) },
    });
    const box = await screen.findByLabelText("Suite file");
    fireEvent.change(box, { target: { value: "title: From the text" } });
    await screen.findByText("No problems found");
    await user.click(screen.getByRole("radio", { name: "Form" }));
    await user.click(step(/Name and save/));
    expect(await screen.findByLabelText("Title")).toHaveValue("From the text");
  });
});
