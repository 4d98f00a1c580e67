import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { hasAdmin, type Me } from "../api/me";
import { createToken, type NewToken, type Scope } from "../api/tokens";
import { settingsStrings } from "../fns/settings-strings";
import { useForm } from "../hooks/use-form";
import { Field } from "./field";
import { FormError } from "./form-error";
import { SettingsCard } from "./settings-section";

const words = settingsStrings.tokens;
const DAYS = [7, 30, 90, 365] as const;
const NEVER = "never";

interface TokenFormProps {
  me: Me;
  onMade: (token: NewToken) => void;
  onCancel: () => void;
}

export function TokenForm({ me, onMade, onCancel }: TokenFormProps) {
  const cache = useQueryClient();
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const { field, formError, busy, attach } = useForm({
    initial: { name: "", days: "90", scopes: "" },
    check: ({ name }) => ({
      name: name.trim() ? undefined : words.nameMissing,
      scopes: scopes.length > 0 ? undefined : words.scopesMissing,
    }),
    send: async ({ name, days }) =>
      onMade(
        await createToken(cache, {
          name: name.trim(),
          scopes: [...scopes],
          days: days === NEVER ? null : Number(days),
        }),
      ),
  });
  const choices: readonly Scope[] = hasAdmin(me) ? ["read", "write", "admin"] : ["read", "write"];
  return (
    <SettingsCard>
      <form {...attach} aria-label={words.make} className="flex max-w-md flex-col gap-4">
        <FormError error={formError} />
        <Field
          {...field("name")}
          label={words.name}
          hint={words.nameHint}
          maxLength={60}
          autoComplete="off"
          autoFocus
          required
        />
        <Scopes
          choices={choices}
          value={scopes}
          error={field("scopes").error}
          onChange={(next) => {
            setScopes(next);
            field("scopes").onChange({ target: { value: next.join() } });
          }}
        />
        <Expiry {...field("days")} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={busy}>
            {words.submit}
          </Button>
          <Button onClick={onCancel}>{settingsStrings.cancel}</Button>
        </div>
      </form>
    </SettingsCard>
  );
}

interface ScopesProps {
  choices: readonly Scope[];
  value: readonly Scope[];
  error: string | undefined;
  onChange: (value: Scope[]) => void;
}

function Scopes({ choices, value, error, onChange }: ScopesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-[13px] font-medium">{words.scopes}</legend>
      {choices.map((scope) => (
        <label key={scope} className="flex min-h-10 cursor-pointer items-start gap-2.5 py-1.5">
          <input
            type="checkbox"
            checked={value.includes(scope)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${scope}`}
            aria-labelledby={`${id}-${scope}-title`}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...value, scope] : value.filter((one) => one !== scope),
              )
            }
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span>
            <span id={`${id}-${scope}-title`} className="font-medium">
              {words.scope[scope].title}
            </span>
            <span id={`${id}-${scope}`} className="block text-[13px] text-dim">
              {words.scope[scope].detail}
            </span>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-[13px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ExpiryProps {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

function Expiry({ name, value, onChange }: ExpiryProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-[13px] font-medium">
        {words.expires}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={onChange}
        className="h-10 w-full rounded-control border border-line bg-panel px-2.5 text-base transition-colors hover:border-line-strong md:h-9 md:text-sm"
      >
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {words.days(days)}
          </option>
        ))}
        <option value={NEVER}>{words.never}</option>
      </select>
    </div>
  );
}
