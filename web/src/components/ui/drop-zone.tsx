import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";

interface DropZoneProps {
  title: string;
  hint: ReactNode;
  onFile: (file: File) => void;
  /** The button to choose a file without dragging. */
  children: ReactNode;
}

/** An area to drop one file on. */
export function DropZone({ title, hint, onFile, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === "dragover");
  };
  return (
    <section
      aria-label={title}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
      className={cn(
        "flex flex-col items-center justify-center gap-2.5 rounded-card border-2 border-dashed border-line-strong bg-panel px-4 py-8 text-center transition-colors",
        over && "border-accent bg-accent-soft",
      )}
    >
      <FileUp aria-hidden="true" className="size-6 text-faint" />
      <p className="font-medium">{title}</p>
      <p className="max-w-prose text-[13px] text-dim">{hint}</p>
      {children}
    </section>
  );
}

interface ChooseFileProps {
  /** Says what is chosen, for screen readers. */
  name: string;
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that opens the file dialog of the browser. */
export function ChooseFile({ name, accept, onFile, children }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          // Otherwise choosing the same file again fires no event.
          event.target.value = "";
        }}
      />
    </>
  );
}
