import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast-store";
import type { Suite } from "../../api/bench";
import type { EditorPartProps } from "../../fns/editor-part";
import { type EditorSearch, type EditorStep, STEPS } from "../../fns/editor-search";
import { editorStrings as words } from "../../fns/editor-strings";
import { copyOfSuite, draftOfSuite, emptyDraft, type SuiteDraft } from "../../fns/suite-draft";
import { suiteTitle } from "../../fns/suites-shown";
import { useSuiteDraft } from "../../hooks/use-suite-draft";
import type { ChoosableModel } from "../new-run/models-field";
import { DataStep } from "./data-step";
import { FileView } from "./file-view";
import { NoData } from "./no-data";
import { PromptStep } from "./prompt-step";
import { SaveStep } from "./save-step";
import { ScoringStep } from "./scoring-step";
import { StepsNav } from "./steps-nav";

interface EditorViewProps {
  /** The suite that gets a new version. */
  suite?: Suite | undefined;
  /** The suite that a new one begins as a copy of. */
  copied?: Suite | undefined;
  search: EditorSearch;
  onSearch: (search: EditorSearch) => void;
  models: readonly ChoosableModel[];
}

function startOf({ suite, copied }: EditorViewProps): SuiteDraft {
  if (suite) return draftOfSuite(suite);
  return copied ? copyOfSuite(copied) : emptyDraft;
}

/** Makes a suite, or a new version of one, step by step or as a text. */
export function EditorView(props: EditorViewProps) {
  const { suite, copied, search, onSearch } = props;
  const name = suite?.suite_id ?? (copied ? `copy.${copied.suite_id}` : "new");
  const { draft, wasKept, set, discard, done } = useSuiteDraft(name, startOf(props));
  const isFile = search.view === "file";
  return (
    <div className="flex flex-col gap-4">
      <PageHead
        title={suite ? words.editTitle(suiteTitle(suite.spec)) : words.newTitle}
        lead={suite ? words.editLead : words.lead}
        tools={
          <Segmented
            label={words.view}
            value={isFile ? "file" : "form"}
            onChange={(view) => onSearch(view === "file" ? { ...search, view } : formOf(search))}
            options={[
              { value: "form", label: words.form },
              { value: "file", label: words.file },
            ]}
          />
        }
      />
      {wasKept && (
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-soft px-4 py-2">
          <p className="mr-auto">{words.kept}</p>
          <Button
            variant="ghost"
            onClick={() => {
              discard();
              toast({ title: words.discarded });
            }}
          >
            {words.discard}
          </Button>
        </div>
      )}
      {isFile ? (
        <FileView draft={draft} onDraft={set} suite={suite} onSaved={done} />
      ) : (
        <Steps {...props} draft={draft} onDraft={set} onSaved={done} />
      )}
    </div>
  );
}

const formOf = ({ view: _, ...search }: EditorSearch): EditorSearch => search;

interface StepsProps extends EditorViewProps, EditorPartProps {
  onSaved: () => void;
}

function Steps({ suite, search, onSearch, models, draft, onDraft, onSaved }: StepsProps) {
  const step = search.step ?? "data";
  const { step: _, ...rest } = search;
  const go = (next: EditorStep) => onSearch(next === "data" ? rest : { ...rest, step: next });
  const place = STEPS.indexOf(step);
  const [before, after] = [STEPS[place - 1], STEPS[place + 1]];
  // A change in the form makes the text anew.
  const part = { draft, onDraft: (next: SuiteDraft) => onDraft({ ...next, text: null }) };
  const waits = step !== "data" && step !== "save" && !draft.datasetId;
  return (
    <>
      <StepsNav step={step} draft={draft} onStep={go} />
      {waits && <NoData onChoose={() => go("data")} />}
      {step === "data" && <DataStep {...part} />}
      {step === "prompt" && !waits && <PromptStep {...part} />}
      {step === "scoring" && !waits && <ScoringStep {...part} />}
      {step === "save" && (
        <SaveStep {...part} suite={suite} models={models} onStep={go} onSaved={onSaved} />
      )}
      {after && (
        <div className="flex justify-between gap-2">
          {before ? <Button onClick={() => go(before)}>{words.previous}</Button> : <span />}
          <Button
            variant="primary"
            disabled={step === "data" && !draft.datasetId}
            onClick={() => go(after)}
          >
            {words.next(words.steps[after])}
          </Button>
        </div>
      )}
    </>
  );
}
