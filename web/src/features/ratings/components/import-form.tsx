import { FileUp } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { cn } from "@/lib/cn";
import { useStore } from "@/lib/store";
import { runningUpload, useImportVotes } from "../api/vote-sets";
import { ACCEPTED, isVoteFile, LONGEST_NAME, suggestName } from "../fns/import-file";
import { importStrings as words } from "../fns/import-strings";
import { formatPercent } from "../fns/words";
import { ImportResult } from "./import-result";

/** A file, a name, and off it goes. */
export function ImportForm() {
  const [file, setFile] = useState<File>();
  const running = useStore(runningUpload);
  const send = useImportVotes();
  if (running) return <Running name={running.name} progress={running.progress} />;
  if (file) {
    // A new file suggests a new name.
    return (
      <Naming
        key={file.name}
        file={file}
        onFile={setFile}
        onSend={(name) => send.mutate({ name, file }, { onSuccess: () => setFile(undefined) })}
      />
    );
  }
  return (
    <>
      <ImportResult />
      <DropPlace onFile={setFile} />
    </>
  );
}

/** Takes one file that could hold votes, and says so when it could not. */
function take(files: FileList | null | undefined, onFile: (file: File) => void): void {
  const file = files?.[0];
  if (!file) return;
  if (isVoteFile(file.name)) onFile(file);
  else toast({ title: words.wrongType(file.name) });
}

function DropPlace({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === "dragover");
  };
  return (
    <section
      aria-label={words.drop}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        take(event.dataTransfer.files, onFile);
      }}
      className={cn(
        "flex flex-col items-center gap-2.5 rounded-card border-2 border-dashed border-line-strong bg-panel px-4 py-8 text-center transition-colors",
        over && "border-accent bg-accent-soft",
      )}
    >
      <FileUp aria-hidden="true" className="size-6 text-faint" />
      <p className="font-medium">{words.drop}</p>
      <p className="max-w-prose text-[13px] text-dim">{words.formats}</p>
      <ChooseFile label={words.choose} onFile={onFile} />
    </section>
  );
}

function ChooseFile({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.file}
        accept={ACCEPTED}
        onChange={(event) => {
          take(event.target.files, onFile);
          event.target.value = "";
        }}
      />
    </>
  );
}

interface NamingProps {
  file: File;
  onFile: (file: File) => void;
  onSend: (name: string) => void;
}

function Naming({ file, onFile, onSend }: NamingProps) {
  const field = useId();
  const [name, setName] = useState(suggestName(file.name));
  return (
    <Card className="p-4">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) onSend(name.trim());
        }}
      >
        <div className="min-w-56 flex-1">
          <label htmlFor={field} className="mb-1 block text-[13px] font-medium">
            {words.name}
          </label>
          <Input
            id={field}
            value={name}
            onChange={(event) => setName(event.target.value)}
            required
            maxLength={LONGEST_NAME}
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
            title={words.nameHint}
            aria-describedby={`${field}-hint`}
          />
        </div>
        <ChooseFile label={words.another} onFile={onFile} />
        <Button type="submit" variant="primary" disabled={!name.trim()}>
          {words.upload}
        </Button>
        <p id={`${field}-hint`} className="w-full text-[13px] text-dim">
          {file.name} · {words.nameHint}
        </p>
      </form>
    </Card>
  );
}

function Running({ name, progress }: { name: string; progress: number }) {
  const reading = progress >= 1;
  const sentence = reading ? words.reading(name) : words.uploading(name, formatPercent(progress));
  return (
    <Card className="flex flex-col gap-2.5 p-4">
      <p role="status" className="font-medium">
        {sentence}
      </p>
      <div
        role="progressbar"
        aria-label={sentence}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(reading ? {} : { "aria-valuenow": Math.round(progress * 100) })}
        className="h-1.5 overflow-hidden rounded-full bg-soft"
      >
        <div
          className={cn(
            "h-full rounded-full bg-accent transition-[width] duration-200",
            reading && "animate-breathe",
          )}
          style={{ width: `${progress * 100}%` }}
        />
      </div>
      <p className="text-[13px] text-dim">{words.leave}</p>
    </Card>
  );
}
