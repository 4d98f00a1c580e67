import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Progress } from "@/components/ui/progress";
import { RequestId } from "@/components/ui/request-id";
import { TextArea } from "@/components/ui/text-area";
import { describeFailure } from "@/lib/problem";
import { useSendDataset } from "../../api/datasets";
import { fileOfLines } from "../../fns/dataset-file";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";
import { withData } from "../../fns/suite-draft";
import { DataFound } from "./data-found";
import { ChooseFile, SamplesDropZone } from "./samples-drop-zone";

const words = editorStrings.data;

/** Takes samples from a file or pasted text, and shows what was found. */
export function DataStep({ draft, onDraft }: EditorPartProps) {
  const send = useSendDataset((found) => onDraft(withData(draft, found)));
  const name = send.variables?.name ?? "";
  const sending = send.isPending;
  return (
    <div className="flex flex-col gap-4">
      {sending && <UploadProgress name={name} progress={send.progress} />}
      {send.error && <Failure error={send.error} />}
      {!sending && draft.data && (
        <DataFound
          draft={draft}
          onDraft={onDraft}
          tool={<ChooseFile label={words.chooseAnother} onFile={send.mutate} />}
        />
      )}
      {!sending && !draft.data && (
        <div className="grid items-stretch gap-4 lg:grid-cols-2">
          <SamplesDropZone onFile={send.mutate} />
          <Paste onLines={(text) => send.mutate(fileOfLines(text))} />
        </div>
      )}
    </div>
  );
}

function Paste({ onLines }: { onLines: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <Card className="flex flex-col gap-3 p-4">
      <Field label={words.paste}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={7}
            spellCheck={false}
            placeholder={words.pastePlaceholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="font-mono md:text-[12.5px]"
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => setText(words.exampleText)}>
          {words.example}
        </Button>
        <Button disabled={!text.trim()} onClick={() => onLines(text)}>
          {words.use}
        </Button>
      </div>
    </Card>
  );
}

function UploadProgress({ name, progress }: { name: string; progress: number }) {
  const sentence = progress >= 1 ? words.reading(name) : words.sending(name);
  return (
    <Card className="flex flex-col gap-2.5 p-4">
      <p role="status" className="font-medium">
        {sentence}
      </p>
      <Progress label={sentence} value={progress >= 1 ? undefined : progress} />
    </Card>
  );
}

function Failure({ error }: { error: Error }) {
  const { title, detail, requestId } = describeFailure(error);
  return (
    <div role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-bad">
      <p className="font-medium">{words.failed}</p>
      <p>{[title, detail].filter(Boolean).join(" ")}</p>
      {requestId && <RequestId value={requestId} />}
    </div>
  );
}
