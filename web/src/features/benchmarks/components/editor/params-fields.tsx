import { Field } from "@/components/ui/field";
import type { Spec } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { LinesArea } from "../parts/lines-area";
import { NumberInput } from "../parts/number-input";

const words = editorStrings.prompt;
type Params = Spec["params"];

const NUMBERS = [
  { name: "temperature", label: words.temperature, limits: { min: 0, max: 2 } },
  { name: "top_p", label: words.topP, limits: { min: 0, max: 1 } },
  { name: "max_tokens", label: words.maxTokens, limits: { min: 1, step: 1 } },
  { name: "seed", label: words.randomSeed, limits: { step: 1 } },
] as const;

interface ParamsFieldsProps {
  params: Params;
  onChange: (params: Params) => void;
}

export function ParamsFields({ params, onChange }: ParamsFieldsProps) {
  return (
    <details>
      <summary className="cursor-pointer py-1 font-medium">{words.params}</summary>
      <p className="pb-3 text-[13px] text-dim">{words.paramsHint}</p>
      <div className="grid grid-cols-2 gap-4">
        {NUMBERS.map(({ name, label, limits }) => (
          <Field key={name} label={label}>
            {(ids) => (
              <NumberInput
                {...ids}
                {...limits}
                value={params[name]}
                onNumber={(value) => onChange({ ...params, [name]: value })}
              />
            )}
          </Field>
        ))}
        <div className="col-span-2">
          <Field label={words.stop} hint={words.stopHint}>
            {(ids) => (
              <LinesArea
                {...ids}
                rows={2}
                value={params.stop}
                onLines={(stop) => onChange({ ...params, stop })}
              />
            )}
          </Field>
        </div>
      </div>
    </details>
  );
}
