import { getRouteApi } from "@tanstack/react-router";
import { ModelDetails } from "@/features/models/components/model-details";

const route = getRouteApi("/models/$modelId");

export function ModelPage() {
  const { modelId } = route.useParams();
  return <ModelDetails key={modelId} modelId={modelId} />;
}
