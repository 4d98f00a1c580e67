import { PlugZap } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import type { Provider } from "../../api/providers";
import { providerStrings as words } from "../../fns/provider-strings";
import { adminStrings } from "../../fns/strings";
import { useProviderForm } from "../../hooks/use-provider-form";
import { Drawer } from "../parts/drawer";
import { SecretInput } from "./secret-input";
import { VerdictNote } from "./verdict-note";

interface ProviderDrawerProps {
  /** Undefined for a new provider. */
  provider: Provider | undefined;
  connectors: readonly string[];
  onClose: () => void;
}

/** An address and a key, which can be tested before saving. */
export function ProviderDrawer({ provider, connectors, onClose }: ProviderDrawerProps) {
  const id = useId();
  const form = useProviderForm(provider, onClose);
  const { draft, set, errors, trial, keyNeeded } = form;

  return (
    <Drawer
      title={provider ? words.editTitle(provider.name) : words.addTitle}
      onClose={onClose}
      foot={
        <>
          <div className="min-w-0 flex-1">
            <VerdictNote
              verdict={trial.data}
              error={trial.error}
              running={trial.isPending && words.testing}
            />
          </div>
          <Button disabled={!draft.base_url.trim() || trial.isPending} onClick={form.test}>
            <PlugZap aria-hidden="true" />
            {words.test}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            title={form.unchanged ? words.unchanged : undefined}
            disabled={form.unchanged || form.isSaving}
          >
            {adminStrings.save}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <Field label={words.name} error={errors.get("name")}>
          {(ids) => (
            <Input
              {...ids}
              required
              maxLength={80}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.connector} hint={words.connectorHint} error={errors.get("connector")}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.connector}
              onChoose={(connector) => set({ connector })}
              choices={connectors.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <Field label={words.address} hint={words.addressHint} error={errors.get("base_url")}>
          {(ids) => (
            <Input
              {...ids}
              type="url"
              required
              maxLength={500}
              value={draft.base_url}
              onChange={(event) => set({ base_url: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.keyLabel} hint={words[form.keyHint]} error={errors.get("key")}>
          {(ids) => (
            <SecretInput
              {...ids}
              required={keyNeeded}
              value={draft.key}
              onChange={(event) => set({ key: event.target.value })}
            />
          )}
        </Field>
        <Switch
          label={words.ownKeys}
          on={draft.own_keys}
          onChange={(own_keys) => set({ own_keys })}
        />
      </form>
    </Drawer>
  );
}
