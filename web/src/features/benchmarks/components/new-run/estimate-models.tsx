import { formatCost, formatCount } from "@/lib/format";
import type { Estimate } from "../../api/bench";
import { newRunStrings } from "../../fns/new-run-strings";

const words = newRunStrings.estimate;

interface EstimateModelsProps {
  models: Estimate["models"];
  names: ReadonlyMap<string, string>;
}

/** The estimate by model. */
export function EstimateModels({ models, names }: EstimateModelsProps) {
  return (
    <details className="border-t border-line pt-2 text-[13px]">
      <summary className="cursor-pointer py-1 font-medium">{words.perModel}</summary>
      <table className="w-full">
        <thead className="text-left text-xs text-dim">
          <tr>
            <th scope="col" className="font-medium">
              {words.model}
            </th>
            <th scope="col" className="text-right font-medium">
              {words.calls}
            </th>
            <th scope="col" className="text-right font-medium">
              {words.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.model_id}>
              <td className="max-w-36 truncate py-0.5">
                {names.get(model.model_id) ?? model.model_id}
              </td>
              <td className="text-right tabular-nums">{formatCount(model.calls)}</td>
              <td className="text-right tabular-nums">
                {model.cost_usd === null ? words.unknown : formatCost(model.cost_usd)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
