import { ModelLogo } from "@/components/ui/model-logo";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format";
import { benchStrings } from "../../fns/strings";

const MOST = 4;

interface ModelLogosProps {
  models: readonly string[];
  names: ReadonlyMap<string, string>;
}

/** The logos of several models; all names on hover. */
export function ModelLogos({ models, names }: ModelLogosProps) {
  const named = models.map((id) => names.get(id) ?? id);
  return (
    <Tooltip content={named.join(", ")}>
      <span className="relative z-10 inline-flex items-center gap-1">
        <span className="sr-only">{benchStrings.runs.models(formatCount(models.length))}</span>
        {models.slice(0, MOST).map((id, place) => (
          <ModelLogo
            key={id}
            modelId={id}
            name={named[place] ?? id}
            className="size-6 rounded-md text-[10px]"
          />
        ))}
        {models.length > MOST && (
          <span className="pl-0.5 text-[13px] text-dim">+{models.length - MOST}</span>
        )}
      </span>
    </Tooltip>
  );
}
