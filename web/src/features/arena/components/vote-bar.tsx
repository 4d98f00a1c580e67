import { type KeyboardEvent, useRef, useState } from "react";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Chips } from "@/components/ui/segmented";
import { cn } from "@/lib/cn";
import { usePlainKeys } from "@/lib/hotkey";
import type { Arena, Reason, VoteIn, VoteValue } from "../api/battle";
import { arenaStrings } from "../fns/strings";
import { COMMENT_CHARS, REASONS, VOTES } from "../fns/votes";

const words = arenaStrings.votes;

const LOOKS: Record<VoteValue, string> = {
  left_better:
    "border-side-left/40 bg-side-left/8 text-vote-left hover:bg-side-left/15 max-md:order-1",
  tie: "border-line bg-panel hover:border-line-strong hover:bg-soft max-md:order-3",
  both_bad: "border-line bg-panel hover:border-line-strong hover:bg-soft max-md:order-4",
  right_better:
    "flex-row-reverse border-side-right/40 bg-side-right/8 text-vote-right hover:bg-side-right/15 max-md:order-2",
};

interface VoteBarProps {
  onVote: (vote: VoteIn) => void;
  pending: VoteValue | undefined;
  /** Whether the reasons are open. */
  explaining: boolean;
  /** What the site calls the two answers. */
  labels?: Arena["vote_labels"] | undefined;
}

/** One key or one click votes. Reasons are optional and are added before the vote. */
export function VoteBar({ onVote, pending, explaining, ...props }: VoteBarProps) {
  const labels = props.labels === "sides" ? { ...words, ...words.sides } : words;
  const [reasons, setReasons] = useState<Reason[]>([]);
  const [comment, setComment] = useState("");
  const [focused, setFocused] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const vote = (value: VoteValue) => {
    if (pending) return;
    const line = comment.trim();
    onVote({
      vote: value,
      ...(reasons.length > 0 ? { reasons } : {}),
      ...(line ? { comment: line } : {}),
    });
  };
  usePlainKeys((key) => {
    const value = VOTES[Number(key) - 1];
    if (value) vote(value);
    return value !== undefined;
  });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (focused + step + VOTES.length) % VOTES.length;
    setFocused(next);
    buttons.current[next]?.focus();
  };

  return (
    <div className="mx-auto flex w-full max-w-[900px] shrink-0 animate-rise flex-col gap-2">
      {explaining && (
        <Explanation
          reasons={reasons}
          onReasons={setReasons}
          comment={comment}
          onComment={setComment}
        />
      )}
      <div
        role="toolbar"
        aria-label={words.label}
        onKeyDown={move}
        className="grid grid-cols-2 gap-2 md:grid-cols-[1fr_auto_auto_1fr] md:gap-2.5"
      >
        {VOTES.map((value, index) => (
          <button
            key={value}
            ref={(element) => {
              buttons.current[index] = element;
            }}
            type="button"
            tabIndex={index === focused ? 0 : -1}
            onFocus={() => setFocused(index)}
            aria-keyshortcuts={`${index + 1}`}
            aria-disabled={pending !== undefined}
            onClick={() => vote(value)}
            className={cn(
              "flex h-11 items-center justify-center gap-2.5 rounded-xl border px-4 font-semibold whitespace-nowrap shadow-lift transition-colors aria-disabled:opacity-60",
              LOOKS[value],
              pending === value && "animate-breathe",
            )}
          >
            <span aria-hidden="true" className="max-md:hidden">
              <Kbd>{index + 1}</Kbd>
            </span>
            {labels[value]}
          </button>
        ))}
      </div>
    </div>
  );
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

interface ExplanationProps {
  reasons: Reason[];
  onReasons: (reasons: Reason[]) => void;
  comment: string;
  onComment: (comment: string) => void;
}

function Explanation(props: ExplanationProps) {
  return (
    <div className="flex animate-rise flex-col gap-2 rounded-card border border-line bg-panel p-3 shadow-lift">
      <div className="max-md:-mx-3 max-md:overflow-x-auto max-md:px-3 max-md:py-1 max-md:[scrollbar-width:none] md:[&>*]:flex md:[&>*]:flex-wrap">
        <Chips
          label={words.reasons}
          value={props.reasons}
          onChange={props.onReasons}
          options={REASONS.map((value) => ({ value, label: arenaStrings.reasons[value] }))}
        />
      </div>
      <Input
        aria-label={words.commentLabel}
        dir="auto"
        placeholder={words.commentPlaceholder}
        maxLength={COMMENT_CHARS}
        value={props.comment}
        onChange={(event) => props.onComment(event.target.value)}
      />
    </div>
  );
}
