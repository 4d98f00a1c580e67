import { useState } from "react";
import { type Preset, useConnect } from "../api/onboarding";
import { fieldErrors } from "../fns/field-errors";

export interface ConnectDraft {
  name: string;
  base_url: string;
  key: string;
}

/** State of the form that connects a provider: the draft, and how the check went. */
export function useConnectForm({ preset_id, name, group, base_url }: Preset) {
  const connect = useConnect();
  const [draft, setDraft] = useState<ConnectDraft>({
    name: group === "other" ? "" : name,
    base_url,
    key: "",
  });
  return {
    draft,
    connect,
    errors: fieldErrors(connect.error),
    set(changes: Partial<ConnectDraft>) {
      connect.reset();
      setDraft({ ...draft, ...changes });
    },
    submit() {
      connect.mutate({
        preset_id,
        ...(group === "other" ? { name: draft.name } : {}),
        ...(group === "cloud" ? {} : { base_url: draft.base_url }),
        ...(draft.key ? { key: draft.key } : {}),
      });
    },
  };
}
