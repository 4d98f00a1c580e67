import { type ReactNode, useId, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { Tooltip } from "./tooltip";

interface HintProps {
  /** What is explained. */
  content: string;
  /** Without the dotted line, for what is no word. */
  plain?: boolean;
  /** For a sign that has no name but this: also without the line. */
  alone?: boolean;
  className?: string;
  children: ReactNode;
}

/** A word that explains itself on hover, on focus and on a tap; another tap, or Escape, takes the words away. */
export function Hint({ content, plain, alone, className, children }: HintProps) {
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const id = useId();
  return (
    <>
      <Tooltip content={content} steered={{ open, onOpenChange: setOpen }}>
        <button
          type="button"
          {...(alone ? { "aria-label": content } : { "aria-describedby": id })}
          onPointerDown={() => {
            wasOpen.current = open;
          }}
          onClick={(event) => {
            // A tooltip closes when it is pressed, and a finger has no other way to open it.
            event.preventDefault();
            setOpen(!wasOpen.current);
            wasOpen.current = false;
          }}
          className={cn(
            // On a phone it is larger than it looks.
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
