import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast-store";
import { type Provider, useRemoveKey, useRemoveProvider, useSetKey } from "../../api/providers";
import { fieldErrors } from "../../fns/field-errors";
import { providerStrings as words } from "../../fns/provider-strings";
import { adminStrings } from "../../fns/strings";
import { SecretInput } from "./secret-input";

interface ProviderDialogProps {
  provider: Provider;
  onClose: () => void;
}

export function KeyDialog({ provider, onClose }: ProviderDialogProps) {
  const form = useId();
  const [key, setKey] = useState("");
  const [removing, setRemoving] = useState(false);
  const save = useSetKey();
  const { name, provider_id: providerId } = provider;
  if (removing) return <RemoveKeyDialog provider={provider} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.key.title(name)}>
      <p className="mt-1 mb-4 text-dim">{words.key.boundTo(provider.origin)}</p>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { providerId, key },
            {
              onSuccess: () => {
                toast({ title: words.key.done(name) });
                onClose();
              },
            },
          );
        }}
      >
        <Field
          label={words.keyLabel}
          hint={words.keyHint}
          error={fieldErrors(save.error).get("key")}
        >
          {(ids) => (
            <SecretInput
              {...ids}
              required
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
      </form>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {provider.has_key && (
          <Button variant="ghost" className="mr-auto" onClick={() => setRemoving(true)}>
            {words.key.remove}
          </Button>
        )}
        <Button onClick={onClose}>{adminStrings.cancel}</Button>
        <Button type="submit" form={form} variant="primary" disabled={save.isPending}>
          {adminStrings.save}
        </Button>
      </div>
    </Dialog>
  );
}

function RemoveKeyDialog({ provider, onClose }: ProviderDialogProps) {
  const remove = useRemoveKey();
  return (
    <ConfirmDialog
      title={words.key.removeTitle(provider.name)}
      confirm={words.key.remove}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(provider.provider_id, {
          onSuccess: () => toast({ title: words.key.removed(provider.name) }),
          onSettled: onClose,
        })
      }
    >
      {words.key.removeDetail}
    </ConfirmDialog>
  );
}

export function RemoveProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const remove = useRemoveProvider();
  return (
    <ConfirmDialog
      title={words.removeTitle(provider.name)}
      confirm={words.remove}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(provider.provider_id, {
          onSuccess: () => toast({ title: words.removed(provider.name) }),
          onSettled: onClose,
        })
      }
    >
      {words.removeDetail}
    </ConfirmDialog>
  );
}
