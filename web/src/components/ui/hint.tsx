import { type ReactNode, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { Tooltip } from "./tooltip";

interface HintProps {
  /** The explanation. */
  content: string;
  /** Without the dotted underline, for content that is not text. */
  plain?: boolean;
  /** The explanation is the only name of the content, such as an icon; also without the underline. */
  alone?: boolean;
  className?: string;
  children: ReactNode;
}

/** Text with an explanation on hover, focus and tap. Another tap or Escape closes it. */
export function Hint({ content, plain, alone, className, children }: HintProps) {
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const id = useId();
  return (
    <>
      <Tooltip content={content} control={{ open, onOpenChange: setOpen }}>
        <button
          type="button"
          {...(alone ? { "aria-label": content } : { "aria-describedby": id })}
          onPointerDown={() => {
            wasOpen.current = open;
          }}
          onClick={(event) => {
            // Tooltips close when they are pressed, but a tap is the only way to open them on a touchscreen.
            event.preventDefault();
            setOpen(!wasOpen.current);
            wasOpen.current = false;
          }}
          className={cn(
            // Enlarges the touch target on phones.
            "relative inline-flex items-center rounded-sm max-md:min-h-5 max-md:after:absolute max-md:after:-inset-x-4 max-md:after:-inset-y-2.5",
            !plain &&
              !alone &&
              "underline decoration-line-strong decoration-dotted underline-offset-4",
            className,
          )}
        >
          {children}
        </button>
      </Tooltip>
      {!alone && (
        <span id={id} hidden>
          {content}
        </span>
      )}
    </>
  );
}
