import { useState } from "react";
import { toast } from "@/components/ui/toast-store";
import {
  type Provider,
  useAddProvider,
  useEditProvider,
  useTestConnection,
} from "../api/providers";
import { fieldErrors } from "../fns/field-errors";
import { isElsewhere, providerChange, providerDraft, providerRequest } from "../fns/provider-draft";
import { providerStrings as words } from "../fns/provider-strings";

/** State of the provider form: the draft, the test result and saving. */
export function useProviderForm(current: Provider | undefined, onDone: () => void) {
  // The provider as it was when the form was opened, so that saving does not revert other people's changes.
  const [provider] = useState(current);
  const [draft, setDraft] = useState(() => providerDraft(provider));
  const trial = useTestConnection();
  const add = useAddProvider();
  const edit = useEditProvider();
  const change = provider && providerChange(provider, draft);
  const hasKey = provider?.has_key === true;
  const keyNeeded = provider !== undefined && hasKey && isElsewhere(provider, draft);

  const done = (sentence: string) => {
    toast({ title: sentence });
    onDone();
  };
  return {
    draft,
    trial,
    keyNeeded,
    keyHint: hasKey ? (keyNeeded ? "keyAgain" : "keyKeep") : "keyHint",
    errors: fieldErrors(add.error ?? edit.error),
    unchanged: change !== undefined && Object.keys(change).length === 0,
    isSaving: add.isPending || edit.isPending,
    set(changes: Partial<typeof draft>) {
      trial.reset();
      setDraft({ ...draft, ...changes });
    },
    test() {
      const { connector, base_url, key } = draft;
      trial.mutate({
        ...(provider && { providerId: provider.provider_id }),
        trial: { connector, base_url: base_url.trim(), ...(key && { key }) },
      });
    },
    save() {
      if (provider && change) {
        edit.mutate(
          { providerId: provider.provider_id, change },
          { onSuccess: ({ name }) => done(words.saved(name)) },
        );
      } else {
        add.mutate(providerRequest(draft), { onSuccess: ({ name }) => done(words.added(name)) });
      }
    },
  } as const;
}
