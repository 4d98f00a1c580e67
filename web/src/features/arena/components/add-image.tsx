import { ImagePlus } from "lucide-react";
import { useId, useRef } from "react";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.box;

interface AddImageProps {
  compact: boolean;
  /** Why no image can be added. */
  refused: string | undefined;
  onRefused: () => void;
  onFiles: (files: FileList | undefined) => void;
}

export function AddImage(props: AddImageProps) {
  const { refused } = props;
  const input = useRef<HTMLInputElement>(null);
  const why = useId();
  const button = (
    <button
      type="button"
      aria-disabled={refused !== undefined}
      aria-describedby={refused === undefined ? undefined : why}
      onClick={() => (refused === undefined ? input.current?.click() : props.onRefused())}
      className={cn(
        "inline-flex h-10 items-center gap-1.5 rounded-full border border-line px-3 text-xs font-medium text-dim transition-colors not-aria-disabled:hover:border-line-strong not-aria-disabled:hover:text-ink aria-disabled:opacity-50 md:h-7 md:px-2.5",
        props.compact &&
          "max-md:order-1 max-md:w-10 max-md:justify-center max-md:border-0 max-md:px-0",
      )}
    >
      <ImagePlus aria-hidden="true" className={cn("size-3.5", props.compact && "max-md:size-5")} />
      <span className={cn(props.compact && "max-md:sr-only")}>{words.image}</span>
    </button>
  );
  return (
    <>
      {refused === undefined ? (
        button
      ) : (
        <>
          <Tooltip content={refused}>{button}</Tooltip>
          <span id={why} hidden>
            {refused}
          </span>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        disabled={refused !== undefined}
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
