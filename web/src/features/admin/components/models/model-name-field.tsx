import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { modelStrings } from "../../fns/model-strings";

const words = modelStrings.form;

interface ModelNameFieldProps {
  value: string;
  error: string | undefined;
  /** Model ids that were found at the provider. */
  known: readonly string[];
  onValue: (value: string) => void;
}

export function ModelNameField({ value, error, known, onValue }: ModelNameFieldProps) {
  return (
    <Field label={words.model} hint={words.modelHint} error={error}>
      {(ids) => (
        <>
          <Input
            {...ids}
            required
            maxLength={200}
            list={`${ids.id}-known`}
            autoComplete="off"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          <datalist id={`${ids.id}-known`}>
            {known.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
