import { ExternalLink } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Preset } from "../../api/onboarding";
import { startStrings } from "../../fns/start-strings";
import { type ConnectDraft, useConnectForm } from "../../hooks/use-connect-form";
import { SecretInput } from "../models/secret-input";
import { ConnectOutcome } from "./connect-outcome";
import { PresetLogo } from "./preset-logo";

const words = startStrings.connect;

interface HeadProps {
  preset: Preset;
  position: number;
}

interface ConnectFormProps extends HeadProps {
  canStoreKeys: boolean;
}

/** Address and key of one provider. It is stored only if one of its models answers. */
export function ConnectForm({ preset, position, canStoreKeys }: ConnectFormProps) {
  const { draft, set, errors, connect, submit } = useConnectForm(preset);
  const form = useRef<HTMLFormElement>(null);
  const isCloud = preset.group === "cloud";
  const fields = { draft, onChange: set, errors };
  useFirstField(form);
  return (
    <Card className="p-4.5">
      <form
        ref={form}
        aria-label={preset.name}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Head preset={preset} position={position} />
        {!isCloud && <PlaceFields {...fields} isNamed={preset.group === "other"} />}
        {canStoreKeys ? (
          <KeyField {...fields} required={isCloud} page={preset.key_page} />
        ) : (
          <p className="text-[13px] text-dim">{words.noKeys}</p>
        )}
        <ConnectOutcome
          pending={connect.isPending}
          error={connect.error}
          connected={connect.data}
        />
        <Button
          type="submit"
          variant={connect.data?.provider_id ? "outline" : "primary"}
          disabled={connect.isPending || (isCloud && !canStoreKeys)}
        >
          {preset.provider_id === null ? words.submit : words.again}
        </Button>
      </form>
    </Card>
  );
}

/** Moves the focus to the first empty field when another provider is chosen. */
function useFirstField(form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll("input") ?? [])];
    (fields.find((field) => !field.value) ?? fields[0])?.focus();
  }, [form]);
}

function Head({ preset: { name, group, base_url }, position }: HeadProps) {
  return (
    <div className="flex items-center gap-3">
      <PresetLogo name={name} position={position} />
      <div className="min-w-0 leading-tight">
        <p className="font-semibold">{name}</p>
        {group === "cloud" && (
          <p className="mt-0.5 truncate font-mono text-xs text-dim">
            {base_url.replace("https://", "")}
          </p>
        )}
      </div>
    </div>
  );
}

interface FieldsProps {
  draft: ConnectDraft;
  onChange: (changes: Partial<ConnectDraft>) => void;
  errors: ReadonlyMap<string, string>;
}

function PlaceFields({ draft, onChange, errors, isNamed }: FieldsProps & { isNamed: boolean }) {
  return (
    <>
      {isNamed && (
        <Field label={words.name} error={errors.get("name")}>
          {(ids) => (
            <Input
              {...ids}
              required
              maxLength={80}
              value={draft.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={words.address}
        hint={isNamed ? words.addressHint : words.ownAddressHint}
        error={errors.get("base_url")}
      >
        {(ids) => (
          <Input
            {...ids}
            type="url"
            required
            maxLength={500}
            value={draft.base_url}
            onChange={(event) => onChange({ base_url: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface KeyFieldProps extends FieldsProps {
  required: boolean;
  page: string | null;
}

function KeyField({ draft, onChange, errors, required, page }: KeyFieldProps) {
  return (
    <Field
      label={required ? words.key : words.keyOptional}
      hint={
        <>
          {required ? words.keyHint : words.keyOptionalHint} {page && <KeyPage href={page} />}
        </>
      }
      error={errors.get("key")}
    >
      {(ids) => (
        <SecretInput
          {...ids}
          required={required}
          value={draft.key}
          onChange={(event) => onChange({ key: event.target.value })}
        />
      )}
    </Field>
  );
}

function KeyPage({ href }: { href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 max-md:min-h-10 font-medium text-accent hover:underline"
    >
      {words.keyPage}
      <ExternalLink aria-hidden="true" className="size-3" />
    </a>
  );
}
