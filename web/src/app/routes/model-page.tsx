import { getRouteApi } from "@tanstack/react-router";
import { ModelDetails } from "@/features/models/components/model-details";
import { ModelRatings } from "@/features/ratings/components/model-ratings";
import { ModelUsage } from "@/features/ratings/components/model-usage";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/models/$modelId");

export function ModelPage() {
  const { modelId } = route.useParams();
  const names = useModelNames();
  return (
    <ModelDetails key={modelId} modelId={modelId} aside={<ModelUsage modelId={modelId} />}>
      <ModelRatings modelId={modelId} names={names} />
    </ModelDetails>
  );
}
