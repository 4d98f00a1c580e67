import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";

const words = editorStrings.save;

/** A remark about the version that is saved next. */
export function NoteField({ draft, onDraft }: EditorPartProps) {
  return (
    <Field label={words.note} hint={words.noteHint}>
      {(ids) => (
        <Input
          {...ids}
          maxLength={500}
          value={draft.note ?? ""}
          onChange={(event) => onDraft({ ...draft, note: event.target.value })}
        />
      )}
    </Field>
  );
}
