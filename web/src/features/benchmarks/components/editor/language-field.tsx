import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { editorStrings } from "../../fns/editor-strings";

const words = editorStrings.scoring;
const TAGS =
  "ar bn cs da de de-CH el en en-IN es es-MX fa fi fr he hi hu id it ja ko nl pl pt ru sv sw ta te th tr uk ur vi zh".split(
    " ",
  );
const names = new Intl.DisplayNames(["en"], { type: "language" });

interface LanguageFieldProps {
  value: string | null | undefined;
  onChange: (language: string | null) => void;
}

/** The language of the answers, which decides how numbers are read. */
export function LanguageField({ value, onChange }: LanguageFieldProps) {
  const tags = value && !TAGS.includes(value) ? [value, ...TAGS] : TAGS;
  return (
    <Field label={words.language} hint={words.languageHint}>
      {(ids) => (
        <Select
          {...ids}
          value={value ?? ""}
          choices={[
            { value: "", label: words.noLanguage },
            ...tags.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
          ]}
          onChoose={(tag) => onChange(tag || null)}
        />
      )}
    </Field>
  );
}
