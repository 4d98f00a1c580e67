import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { cn } from "@/lib/cn";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.box;

export function AddImage(props: {
  compact: boolean;
  onFiles: (files: FileList | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={cn(
          "inline-flex h-10 items-center gap-1.5 rounded-full border border-line px-3 text-xs font-medium text-dim transition-colors hover:border-line-strong hover:text-ink md:h-7 md:px-2.5",
          props.compact &&
            "max-md:order-1 max-md:w-10 max-md:justify-center max-md:border-0 max-md:px-0",
        )}
      >
        <ImagePlus
          aria-hidden="true"
          className={cn("size-3.5", props.compact && "max-md:size-5")}
        />
        <span className={cn(props.compact && "max-md:sr-only")}>{words.image}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={words.addImage}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={(event) => {
          props.onFiles(event.target.files ?? undefined);
          event.target.value = "";
        }}
      />
    </>
  );
}
