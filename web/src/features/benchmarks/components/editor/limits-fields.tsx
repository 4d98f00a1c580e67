import { Field } from "@/components/ui/field";
import type { Spec } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { NumberInput } from "../parts/number-input";

const words = editorStrings.save;

const LIMITS = [
  { name: "budget_usd", label: words.budget, limits: { min: 0 } },
  { name: "concurrency", label: words.concurrency, limits: { min: 1, max: 1000, step: 1 } },
  { name: "seconds", label: words.seconds, limits: { min: 0 } },
] as const;

interface LimitsFieldsProps {
  spec: Spec;
  onChange: (limits: Spec["limits"]) => void;
}

export function LimitsFields({ spec, onChange }: LimitsFieldsProps) {
  return (
    <details>
      <summary className="cursor-pointer py-1 font-medium">{words.limits}</summary>
      <div className="grid gap-4 pt-2 sm:grid-cols-3">
        {LIMITS.map(({ name, label, limits }) => (
          <Field key={name} label={label}>
            {(ids) => (
              <NumberInput
                {...ids}
                {...limits}
                value={spec.limits[name]}
                onNumber={(value) => onChange({ ...spec.limits, [name]: value || null })}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}
