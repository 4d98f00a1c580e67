import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ChooseFile, DropZone } from "@/components/ui/drop-zone";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { toast } from "@/components/ui/toast-store";
import { useStore } from "@/lib/store";
import { runningUpload, useImportVotes } from "../api/vote-sets";
import { ACCEPTED, isVoteFile, LONGEST_NAME, suggestName } from "../fns/import-file";
import { importStrings as words } from "../fns/import-strings";
import { formatPercent } from "../fns/words";
import { ImportResult } from "./import-result";

/** The form to import votes from a file. */
export function ImportForm() {
  const [file, setFile] = useState<File>();
  const running = useStore(runningUpload);
  const send = useImportVotes();
  const takeFile = (given: File) => {
    if (isVoteFile(given.name)) setFile(given);
    else toast({ title: words.wrongType(given.name) });
  };
  if (running) return <Running name={running.name} progress={running.progress} />;
  if (file) {
    // A new file suggests a new name.
    return (
      <SetNameForm
        key={file.name}
        file={file}
        onFile={takeFile}
        onSend={(name) => send.mutate({ name, file }, { onSuccess: () => setFile(undefined) })}
      />
    );
  }
  return (
    <>
      <ImportResult />
      <DropZone title={words.drop} hint={words.formats} onFile={takeFile}>
        <ChooseFile name={words.file} accept={ACCEPTED} onFile={takeFile}>
          {words.choose}
        </ChooseFile>
      </DropZone>
    </>
  );
}

interface SetNameFormProps {
  file: File;
  onFile: (file: File) => void;
  onSend: (name: string) => void;
}

function SetNameForm({ file, onFile, onSend }: SetNameFormProps) {
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
        <ChooseFile name={words.file} accept={ACCEPTED} onFile={onFile}>
          {words.another}
        </ChooseFile>
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
      <Progress label={sentence} value={reading ? undefined : progress} />
      <p className="text-[13px] text-dim">{words.leave}</p>
    </Card>
  );
}
