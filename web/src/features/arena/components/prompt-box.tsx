import { Square } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { isComposing } from "@/lib/hotkey";
import { arenaStrings } from "../fns/strings";
import type { Composer } from "../hooks/use-composer";
import { useFileDrop } from "../hooks/use-file-drop";
import { usePlaceholder } from "../hooks/use-placeholder";
import { AddImage } from "./add-image";
import { ImageTray } from "./image-tray";

const words = arenaStrings.box;
const COUNT_FROM = 0.9;

interface PromptBoxProps {
  composer: Composer;
  placeholder: string;
  sendLabel: string;
  onSend: () => void;
  /** Set while an answer is being written: shows Stop instead of Send. */
  onStop?: (() => void) | undefined;
  stopping?: boolean;
  /** Allows sending without text, e.g. "New battle", which then opens an empty prompt box. */
  sendsEmpty?: boolean;
  focus?: boolean;
  /** No further question is possible here. */
  closed?: boolean;
  /** One line high on a phone, where the answers need the room. */
  compact?: boolean;
  /** Why images are not accepted here. */
  noImages?: string | undefined;
  tools?: ReactNode;
  field?: RefObject<HTMLTextAreaElement | null>;
}

export function PromptBox(props: PromptBoxProps) {
  const { composer, compact = false, noImages } = props;
  const { tray } = composer;
  const own = useRef<HTMLTextAreaElement>(null);
  const canSend = isSendable(props);
  const { take, refuse, dragging, drop, imageProblem } = useFileDrop(tray, noImages);
  const placeholder = usePlaceholder(props.placeholder);
  const send = () => {
    if (!props.onStop && canSend) props.onSend();
  };

  return (
    <form
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...drop}
      className={cn(
        "relative mx-auto w-full max-w-[900px] rounded-2xl border border-line bg-panel text-left shadow-lift transition-colors focus-within:border-accent",
        dragging && "border-accent bg-accent-soft",
      )}
    >
      <ImageTray images={tray.images} onRemove={tray.remove} />
      <div
        className={cn(
          "flex flex-wrap items-center gap-x-2 p-2.5 pt-2",
          compact && "max-md:items-end max-md:gap-y-1 max-md:p-1.5",
        )}
      >
        <PromptField
          composer={composer}
          field={props.field ?? own}
          focus={props.focus}
          closed={props.closed}
          compact={compact}
          placeholder={dragging ? words.dropHere : placeholder}
          onFiles={take}
          onEnter={send}
        />
        {!props.closed && (
          <AddImage compact={compact} refused={noImages} onRefused={refuse} onFiles={take} />
        )}
        {props.tools}
        <Counter composer={composer} />
        <span className={cn("ml-auto", compact && "max-md:order-3")}>
          {props.onStop ? (
            <Button onClick={props.onStop} disabled={props.stopping}>
              <Square aria-hidden="true" className="size-3! fill-current" />
              {props.stopping ? words.stopping : words.stop}
            </Button>
          ) : (
            <SendButton label={props.sendLabel} disabled={!canSend} compact={compact} />
          )}
        </span>
      </div>
      <InputProblems composer={composer} noImages={imageProblem} />
    </form>
  );
}

function isSendable({ composer, closed, sendsEmpty, noImages }: PromptBoxProps): boolean {
  if (closed || (noImages !== undefined && composer.tray.images.length > 0)) return false;
  return composer.isReady || (sendsEmpty === true && composer.text.trim() === "");
}

interface SendButtonProps {
  label: string;
  disabled: boolean;
  compact: boolean;
}

function SendButton({ label, disabled, compact }: SendButtonProps) {
  return (
    <Button type="submit" variant="primary" disabled={disabled}>
      {label}
      <span aria-hidden="true" className={cn("pointer-coarse:hidden", compact && "max-md:hidden")}>
        {words.enter}
      </span>
    </Button>
  );
}

interface PromptFieldProps {
  composer: Composer;
  field: RefObject<HTMLTextAreaElement | null>;
  focus: boolean | undefined;
  closed: boolean | undefined;
  compact: boolean;
  placeholder: string;
  onFiles: (files: FileList) => boolean;
  onEnter: () => void;
}

function PromptField({ composer, field, compact, onFiles, onEnter, ...props }: PromptFieldProps) {
  const { text, type, over } = composer;
  useAutoHeight(field, text);
  return (
    <textarea
      ref={field}
      // biome-ignore lint/a11y/noAutofocus: the prompt box is the purpose of this page.
      autoFocus={props.focus}
      disabled={props.closed}
      aria-label={words.label}
      dir="auto"
      aria-invalid={over > 0}
      placeholder={props.placeholder}
      rows={1}
      value={text}
      enterKeyHint={hasTouchscreen() ? "enter" : "send"}
      onChange={(event) => type(event.target.value)}
      onPaste={(event) => {
        if (onFiles(event.clipboardData.files)) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === "Escape") event.currentTarget.blur();
        if (event.key !== "Enter" || !sends(event)) return;
        event.preventDefault();
        onEnter();
      }}
      className={cn(
        "max-h-[40dvh] w-full min-w-0 resize-none overflow-y-auto bg-transparent px-1.5 text-base leading-relaxed text-ink outline-none placeholder:truncate placeholder:whitespace-nowrap placeholder:text-faint md:text-[15px]",
        compact
          ? "max-md:order-2 max-md:max-h-32 max-md:w-0 max-md:flex-1 max-md:py-2 md:mb-1.5"
          : "mb-2 min-h-14 pt-1 md:min-h-12",
      )}
    />
  );
}

/** On-screen keyboards have no Shift+Enter, so there Enter inserts a line break and the button sends. */
const hasTouchscreen = (): boolean => matchMedia("(pointer: coarse)").matches;

function sends(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || !(event.shiftKey || hasTouchscreen());
}

/** Fits the height of the field to its text, up to a limit. Rotating a phone changes the line breaks. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const grow = () => {
      const element = field.current;
      if (!element) return;
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    };
    grow();
    window.addEventListener("resize", grow);
    return () => window.removeEventListener("resize", grow);
  }, [text, field]);
}

function Counter({ composer }: { composer: Composer }) {
  const { length, limits, over } = composer;
  if (length < limits.prompt_chars * COUNT_FROM) return null;
  return (
    <span className={cn("text-xs tabular-nums max-md:hidden", over > 0 ? "text-bad" : "text-dim")}>
      {words.left(length, limits.prompt_chars)}
    </span>
  );
}

interface ComplaintsProps {
  composer: Composer;
  noImages: string | undefined;
}

function InputProblems({ composer, noImages }: ComplaintsProps) {
  const { over, limits, tray } = composer;
  return (
    <div role="alert" className="px-4 text-[13px] text-bad empty:hidden [&>p]:pb-2.5">
      {over > 0 && (
        <p>
          <span aria-hidden="true">{words.tooLong(over)}</span>
          {/* Otherwise screen readers would read the number after every character. */}
          <span className="sr-only">{words.tooLongAloud(limits.prompt_chars)}</span>
        </p>
      )}
      {noImages && <p>{noImages}</p>}
      {tray.problem && <p>{tray.problem}</p>}
    </div>
  );
}
