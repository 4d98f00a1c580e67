import { useState } from "react";
import { cn } from "@/lib/cn";
import type { Turn } from "../fns/conversation";
import { arenaStrings } from "../fns/strings";
import { PromptImages } from "./prompt-images";

const words = arenaStrings.cards;
const LONG = 280;

/** The question that both cards answer. Long questions are collapsed to leave room for the answers. */
export function Question({ turn }: { turn: Turn }) {
  const [open, setOpen] = useState(false);
  const isLong = turn.prompt.length > LONG || turn.prompt.split("\n").length > 4;
  return (
    <div className="mx-auto max-w-[720px] shrink-0 rounded-card bg-soft px-4 py-2.5 text-[15px] max-md:px-3.5 max-md:py-2 max-md:text-sm max-md:leading-snug">
      <h1 className="sr-only">{words.prompt}</h1>
      <p
        dir="auto"
        className={cn(
          "break-words whitespace-pre-wrap",
          isLong && (open ? "max-h-[40dvh] overflow-y-auto" : "line-clamp-3"),
        )}
      >
        {turn.prompt}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-8 text-[13px] font-medium text-accent hover:underline"
        >
          {open ? words.showLess : words.showAll}
        </button>
      )}
      <PromptImages images={turn.images} />
    </div>
  );
}
