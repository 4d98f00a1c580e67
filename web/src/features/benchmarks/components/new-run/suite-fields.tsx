import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format";
import type { Suite, SuiteRow } from "../../api/bench";
import type { RunDraft } from "../../fns/new-run";
import { newRunStrings as words } from "../../fns/new-run-strings";
import { suiteTitle } from "../../fns/suites-shown";

export interface RunFieldsProps {
  draft: RunDraft;
  set: (changes: Partial<RunDraft>) => void;
}

interface SuiteFieldsProps extends RunFieldsProps {
  suites: readonly SuiteRow[];
  suite: Suite | undefined;
}

export function SuiteFields({ draft, set, suites, suite }: SuiteFieldsProps) {
  const usable = suites.filter((one) => !one.archived || one.suite_id === draft.suite);
  const newest = suite?.versions[0]?.number;
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <Field
        label={words.suite}
        hint={suite && words.suiteHint(formatCount(suite.sample_count), formatCount(suite.number))}
      >
        {(ids) => (
          <Select
            {...ids}
            value={draft.suite}
            choices={[
              ...(draft.suite ? [] : [{ value: "", label: words.chooseSuite }]),
              ...usable.map((one) => ({ value: one.suite_id, label: suiteTitle(one) })),
            ]}
            onChoose={(id) => set({ suite: id, version: null, prompts: [] })}
          />
        )}
      </Field>
      {suite && newest !== undefined && !draft.repeat && (
        <Field label={words.version}>
          {(ids) => (
            <Select
              {...ids}
              value={String(draft.version ?? "")}
              choices={[
                { value: "", label: words.newest(formatCount(newest)) },
                ...suite.versions.slice(1).map((version) => ({
                  value: String(version.number),
                  label: words.numbered(formatCount(version.number)),
                })),
              ]}
              onChoose={(number) => set({ version: number ? Number(number) : null, prompts: [] })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
