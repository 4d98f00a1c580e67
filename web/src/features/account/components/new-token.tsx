import { Copy, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { NewToken as MadeToken } from "../api/tokens";
import { settingsStrings } from "../fns/settings-strings";
import { SettingsCard } from "./settings-section";

const words = settingsStrings.tokens;

/** Copies without repeating the secret in the message. */
async function copySecret(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: words.copied });
  } catch {
    toast({ title: words.copyFailed });
  }
}

/** A new token, which is shown only once. */
export function NewToken({ token, onDone }: { token: MadeToken; onDone: () => void }) {
  const heading = useId();
  const command = `curl -H "Authorization: Bearer ${token.token}" ${window.location.origin}/api/me`;
  return (
    <SettingsCard>
      <section aria-labelledby={heading} className="flex flex-col gap-3">
        <h3 id={heading} className="font-semibold">
          {words.made(token.name)}
        </h3>
        <p role="status" className="flex items-start gap-2 text-dim">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
          {words.once}
        </p>
        <Copied label={words.copy} text={token.token} />
        <h4 className="mt-1 text-[13px] font-medium">{words.example}</h4>
        <Copied label={words.copyExample} text={command} />
        <Button variant="primary" className="self-start" onClick={onDone}>
          {words.done}
        </Button>
      </section>
    </SettingsCard>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-center gap-1 rounded-control border border-line bg-soft py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-[12.5px] break-all select-all">{text}</code>
      <Button variant="ghost" size="icon" aria-label={label} onClick={() => copySecret(text)}>
        <Copy aria-hidden="true" />
      </Button>
    </div>
  );
}
