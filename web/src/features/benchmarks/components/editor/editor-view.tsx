import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { hasMarkers } from "@/lib/merge-texts";
import type { Suite } from "../../api/bench";
import type { EditorPartProps } from "../../fns/editor-part";
import { type EditorSearch, type EditorStep, STEPS } from "../../fns/editor-search";
import { editorStrings as words } from "../../fns/editor-strings";
import { copyOfSuite, draftOfSuite, emptyDraft, type SuiteDraft } from "../../fns/suite-draft";
import { suiteTitle } from "../../fns/suites-shown";
import { useEditConflict } from "../../hooks/use-edit-conflict";
import { type SuiteSubmission, useSubmitSuite } from "../../hooks/use-submit-suite";
import { useSuiteDraft } from "../../hooks/use-suite-draft";
import type { ChoosableModel } from "../new-run/models-field";
import { DataStep } from "./data-step";
import { EditorNotices } from "./editor-notices";
import { FileView } from "./file-view";
import { NoData } from "./no-data";
import { PromptStep } from "./prompt-step";
import { SaveStep } from "./save-step";
import { ScoringStep } from "./scoring-step";
import { StepsNav } from "./steps-nav";

interface EditorViewProps {
  /** The suite that gets a new version. */
  suite?: Suite | undefined;
  /** The suite that a new one starts as a copy of. */
  copied?: Suite | undefined;
  search: EditorSearch;
  onSearch: (search: EditorSearch) => void;
  models: readonly ChoosableModel[];
}

function startOf({ suite, copied }: EditorViewProps): SuiteDraft {
  if (suite) return draftOfSuite(suite);
  return copied ? copyOfSuite(copied) : emptyDraft;
}

/** Under which name the draft is stored in the browser. */
function draftName({ suite, copied }: EditorViewProps): string {
  return suite?.suite_id ?? (copied ? `copy.${copied.suite_id}` : "new");
}

/** Edits a new suite, or a new version of one, step by step or as a file. */
export function EditorView(props: EditorViewProps) {
  const { suite, search, onSearch } = props;
  const editor = useSuiteDraft(draftName(props), startOf(props));
  const { draft, set } = editor;
  const edits = useEditConflict(editor);
  const submission = useSubmitSuite(suite, { onSaved: editor.done, onConflict: edits.open });
  // The form cannot show a text that is not a suite yet.
  const isMarked = draft.text !== null && hasMarkers(draft.text);
  const isFile = search.view === "file" || isMarked;
  const hasViews = !isMarked && !edits.isChoosing;
  const part = { draft, onDraft: set, suite, submission };
  return (
    <div className="flex flex-col gap-4">
      <PageHead
        title={suite ? words.editTitle(suiteTitle(suite.spec)) : words.newTitle}
        lead={suite ? words.editLead : words.lead}
        tools={
          hasViews && (
            <Segmented
              label={words.view}
              value={isFile ? "file" : "form"}
              onChange={(view) => onSearch(view === "file" ? { ...search, view } : formOf(search))}
              options={[
                { value: "form", label: words.form },
                { value: "file", label: words.file },
              ]}
            />
          )
        }
      />
      <EditorNotices
        suite={suite}
        editor={editor}
        edits={edits}
        submission={submission}
        isMarked={isMarked}
        onFile={() => onSearch({ ...search, view: "file" })}
      />
      {edits.isChoosing ? null : isFile ? (
        <FileView key={editor.replacements} {...part} />
      ) : (
        <Steps key={editor.replacements} {...props} {...part} />
      )}
    </div>
  );
}

const formOf = ({ view: _, ...search }: EditorSearch): EditorSearch => search;

interface StepsProps extends EditorViewProps, EditorPartProps {
  submission: SuiteSubmission;
}

function Steps(props: StepsProps) {
  const { suite, search, onSearch, models, draft, onDraft, submission } = props;
  const step = search.step ?? "data";
  const { step: _, ...rest } = search;
  const go = (next: EditorStep) => onSearch(next === "data" ? rest : { ...rest, step: next });
  const place = STEPS.indexOf(step);
  const [before, after] = [STEPS[place - 1], STEPS[place + 1]];
  // After a change in the form, the text is written from the spec again.
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
        <SaveStep {...part} suite={suite} models={models} onStep={go} submission={submission} />
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
