import { Check, Radar, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ModelLogo } from "@/components/ui/model-logo";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import {
  type FoundModel,
  useDiscoverModels,
  useEnableModel,
  useIgnoreModel,
} from "../../api/models";
import { modelStrings } from "../../fns/model-strings";
import { Loaded } from "../parts/loaded";

const words = modelStrings.found;

/** Discovered models, which can be enabled or ignored. */
export function FoundList() {
  const query = $api.useQuery("get", "/api/admin/found-models");
  const [ignored, showIgnored] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-60 flex-1 text-dim">
          {words.lead} {query.data && (query.data.ask ? words.asks : words.takes)}
        </p>
        <RefreshButton />
      </div>
      <Loaded query={query} name={modelStrings.tabs.found}>
        {({ models }) => {
          const hidden = models.filter((model) => model.ignored).length;
          const shown = models.filter((model) => ignored || !model.ignored);
          return (
            <>
              {hidden > 0 && (
                <Switch
                  label={words.showIgnored(formatCount(hidden))}
                  on={ignored}
                  onChange={showIgnored}
                />
              )}
              {shown.length === 0 ? (
                <EmptyState icon={Radar} title={words.empty.title}>
                  {words.empty.detail}
                </EmptyState>
              ) : (
                <Card>
                  <ul>
                    {shown.map((model) => (
                      <FoundItem key={model.model_id} model={model} />
                    ))}
                  </ul>
                </Card>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function RefreshButton() {
  const look = useDiscoverModels();
  return (
    <Button
      disabled={look.isPending}
      onClick={() =>
        look.mutate(undefined, {
          onSuccess: ({ spots, waiting, warnings }) =>
            toast({
              title: words.looked(formatCount(spots.length), formatCount(waiting.length)),
              detail: warnings[0],
            }),
        })
      }
    >
      <Radar aria-hidden="true" />
      {look.isPending ? words.looking : words.look}
    </Button>
  );
}

function FoundItem({ model }: { model: FoundModel }) {
  const accept = useEnableModel();
  const ignore = useIgnoreModel();
  const { model_id: modelId, model_name: name } = model;
  const busy = accept.isPending || ignore.isPending;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <ModelLogo modelId={modelId} name={name} />
      <div className="min-w-40 flex-1 leading-tight">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-xs wrap-anywhere text-dim">
          {model.provider_id ?? model.base_url} · <RelativeTime iso={model.found_at} />
        </p>
      </div>
      <div className="flex gap-2">
        {!model.ignored && (
          <Button
            variant="ghost"
            disabled={busy}
            onClick={() =>
              ignore.mutate(modelId, { onSuccess: () => toast({ title: words.ignored(name) }) })
            }
          >
            <X aria-hidden="true" />
            {words.ignore}
            <span className="sr-only">{name}</span>
          </Button>
        )}
        <Button
          disabled={busy}
          onClick={() =>
            accept.mutate(modelId, { onSuccess: () => toast({ title: words.accepted(name) }) })
          }
        >
          <Check aria-hidden="true" />
          {words.accept}
          <span className="sr-only">{name}</span>
        </Button>
      </div>
    </li>
  );
}
