import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import { type Imported, useImportCatalog, usePreviewImport } from "../../api/models";
import { modelStrings } from "../../fns/model-strings";
import { adminStrings } from "../../fns/strings";
import { Difference } from "../audit/difference";

const words = modelStrings.import;

/** Imports a models.yaml after showing what it would change. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [content, setContent] = useState("");
  const preview = usePreviewImport();
  const send = useImportCatalog();
  const write = (text: string) => {
    setContent(text);
    preview.reset();
  };
  const seen = preview.data;
  const ready = seen && seen.problems.length === 0 && seen.added.length + seen.changed.length > 0;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title}>
      <p className="mt-1 mb-4 text-dim">{words.lead}</p>
      <Field label={words.content} error={preview.error ? errorText(preview.error) : undefined}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={7}
            spellCheck={false}
            value={content}
            onChange={(event) => write(event.target.value)}
            className="font-mono md:text-[12.5px]"
          />
        )}
      </Field>
      {seen && <Preview seen={seen} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <ChooseFile onText={write} />
        <Button
          variant={ready ? "outline" : "primary"}
          disabled={!content.trim() || preview.isPending}
          onClick={() => preview.mutate(content)}
        >
          {words.preview}
        </Button>
        <Button
          variant={ready ? "primary" : "outline"}
          disabled={!ready || send.isPending}
          onClick={() =>
            send.mutate(content, {
              onSuccess: ({ added, changed }) => {
                toast({
                  title: words.done(formatCount(added.length), formatCount(changed.length)),
                });
                onClose();
              },
            })
          }
        >
          {words.confirm}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {adminStrings.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

/** The detail names line and field; other errors have only a title. */
function errorText(error: unknown): string {
  const { title, detail } = describeFailure(error);
  return detail ? `${title} ${detail}` : title;
}

function ChooseFile({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button className="mr-auto" onClick={() => input.current?.click()}>
        {words.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.choose}
        accept=".yaml,.yml"
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(onText);
          event.target.value = "";
        }}
      />
    </>
  );
}

function Preview({ seen }: { seen: Imported }) {
  const nothing = seen.added.length + seen.changed.length === 0 && seen.problems.length === 0;
  return (
    <section aria-label={words.preview} className="mt-4 flex flex-col gap-3 text-[13px]">
      <Lines title={words.problems} lines={seen.problems} bad />
      <Lines title={words.warnings} lines={seen.warnings} />
      <Lines title={words.providers} lines={seen.providers_added} />
      <Lines title={words.added} lines={seen.added} />
      {seen.changed.length > 0 && (
        <div>
          <h3 className="font-semibold">{words.changed}</h3>
          <ul className="flex flex-col gap-1.5">
            {seen.changed.map((one) => (
              <li key={one.model_id}>
                {one.model_id}
                <Difference before={one.before} after={one.after} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {nothing && <p>{words.nothing}</p>}
      {seen.unchanged.length > 0 && (
        <p className="text-dim">{words.unchanged(formatCount(seen.unchanged.length))}</p>
      )}
    </section>
  );
}

function Lines({ title, lines, bad }: { title: string; lines: readonly string[]; bad?: boolean }) {
  if (lines.length === 0) return null;
  return (
    <div className={bad ? "text-bad" : ""}>
      <h3 className="font-semibold">{title}</h3>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
