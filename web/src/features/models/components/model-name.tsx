import { Link } from "@tanstack/react-router";
import { Badge } from "@/components/ui/badge";
import { ModelLogo } from "@/components/ui/model-logo";
import type { Model } from "../api/model";
import { modelsStrings } from "../fns/strings";

/** Logo, name and organization. The link covers the nearest positioned ancestor, so that the whole row is clickable. */
export function ModelName({ model }: { model: Model }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <ModelLogo modelId={model.model_id} name={model.model_name} />
      <div className="min-w-0 leading-tight">
        <div className="flex items-center gap-2">
          <Link
            to="/models/$modelId"
            params={{ modelId: model.model_id }}
            className="truncate font-semibold after:absolute after:inset-0"
          >
            {model.model_name}
          </Link>
          {model.status !== "active" && (
            <Badge className="-my-0.5">{modelsStrings.status[model.status]}</Badge>
          )}
        </div>
        <div className="truncate text-xs text-dim">
          {model.organization ?? modelsStrings.places[model.place]}
        </div>
      </div>
    </div>
  );
}
