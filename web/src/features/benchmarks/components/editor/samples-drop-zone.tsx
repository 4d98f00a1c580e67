import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { ACCEPTED } from "../../fns/dataset-file";
import { editorStrings } from "../../fns/editor-strings";

const words = editorStrings.data;

interface FileProps {
  onFile: (file: File) => void;
}

export function SamplesDropZone({ onFile }: FileProps) {
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
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      className={cn(
        "flex flex-col items-center justify-center gap-2.5 rounded-card border-2 border-dashed border-line-strong bg-panel px-4 py-8 text-center transition-colors",
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

export function ChooseFile({ label, onFile }: FileProps & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.input}
        accept={ACCEPTED}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = "";
        }}
      />
    </>
  );
}
