import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import type { Spec } from "../../api/bench";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";
import { FewShotFields } from "./few-shot-fields";
import { FollowUpsFields } from "./follow-ups-fields";
import { ParamsFields } from "./params-fields";
import { PromptPreview } from "./prompt-preview";
import { PromptsFields } from "./prompts-fields";

const words = editorStrings.prompt;

/** Edits the prompts next to a preview on a real sample. */
export function PromptStep({ draft, onDraft }: EditorPartProps) {
  const { spec } = draft;
  const names = Object.keys(spec.prompts);
  const [wanted, setWanted] = useState(names[0] ?? "");
  const chosen = names.includes(wanted) ? wanted : (names[0] ?? "");
  const set = (changes: Partial<Spec>) => onDraft({ ...draft, spec: { ...spec, ...changes } });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card className="flex flex-col gap-4 p-4">
          <PromptsFields
            prompts={spec.prompts}
            columns={draft.data?.columns ?? []}
            chosen={chosen}
            onChoose={setWanted}
            onChange={(prompts) => set({ prompts })}
          />
          <FollowUpsFields
            followUps={spec.follow_ups}
            onChange={(follow_ups) => set({ follow_ups })}
          />
        </Card>
        <Card className="flex flex-col gap-4 p-4">
          <Field label={words.system} hint={words.systemHint}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                value={spec.system ?? ""}
                onChange={(event) => set({ system: event.target.value || null })}
                className="font-mono md:text-[12.5px]"
              />
            )}
          </Field>
          <FewShotFields spec={spec} onChange={(few_shot) => set({ few_shot })} />
          <ParamsFields params={spec.params} onChange={(params) => set({ params })} />
        </Card>
      </div>
      <div className="min-w-0 lg:sticky lg:top-20">
        <PromptPreview draft={draft} prompt={chosen} />
      </div>
    </div>
  );
}
