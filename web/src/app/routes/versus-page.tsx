import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { VersusView } from "@/features/ratings/components/versus-view";
import { $api } from "@/lib/api-client";
import { useModelNames } from "../model-facts";

const start = getRouteApi("/versus");
const chosen = getRouteApi("/versus/$a/$b");

export function VersusStartPage() {
  return <Page {...start.useSearch()} />;
}

export function VersusPage() {
  return <Page {...chosen.useParams()} />;
}

function Page({ a, b }: { a?: string; b?: string }) {
  const navigate = useNavigate();
  const { data, isFetching, refetch } = $api.useQuery("get", "/api/models");
  return (
    <VersusView
      a={a}
      b={b}
      models={data?.models ?? []}
      offer={data ? "known" : isFetching ? "loading" : "failed"}
      onAskModels={refetch}
      names={useModelNames()}
      onChoose={(pair) =>
        pair.a && pair.b
          ? navigate({ to: "/versus/$a/$b", params: { a: pair.a, b: pair.b } })
          : navigate({
              to: "/versus",
              search: { ...(pair.a ? { a: pair.a } : {}), ...(pair.b ? { b: pair.b } : {}) },
            })
      }
    />
  );
}
