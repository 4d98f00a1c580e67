import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { type OwnKey, storeKey } from "../api/keys";
import { settingsStrings } from "../fns/settings-strings";
import { useForm } from "../hooks/use-form";
import { Field } from "./field";
import { FormError } from "./form-error";

const words = settingsStrings.keys;
const SHORTEST = 8;

function keyError(key: string): string | undefined {
  if (!key.trim()) return words.missing;
  return key.trim().length < SHORTEST ? words.short : undefined;
}

export function KeyForm({ own, onDone }: { own: OwnKey; onDone: () => void }) {
  const cache = useQueryClient();
  const { field, formError, busy, attach } = useForm({
    initial: { key: "" },
    check: ({ key }) => ({ key: keyError(key) }),
    send: async ({ key }) => {
      await storeKey(cache, { providerId: own.provider_id, secret: key.trim() });
      toast({ title: words.stored(own.provider_name) });
      onDone();
    },
  });
  return (
    <form {...attach} className="mt-3 flex max-w-md flex-col gap-3">
      <FormError error={formError} />
      <Field
        {...field("key")}
        label={words.field(own.provider_name)}
        hint={words.fieldHint(own.origin)}
        type="password"
        // Password managers should neither fill in nor store an API key.
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        maxLength={4000}
        autoFocus
        required
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={busy}>
          {words.submit}
        </Button>
        <Button onClick={onDone}>{settingsStrings.cancel}</Button>
      </div>
    </form>
  );
}
