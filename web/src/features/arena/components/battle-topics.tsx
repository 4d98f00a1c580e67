import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { categoryName } from "@/lib/category-name";
import { languageName } from "@/lib/language-name";
import type { Battle } from "../api/battle";
import { arenaStrings } from "../fns/strings";
import { TopicsDialog } from "./topics-dialog";

const words = arenaStrings.topics;

/** The vote, the detected topics, and a way to correct them. */
export function BattleTopics({ battle }: { battle: Battle }) {
  const [correcting, setCorrecting] = useState(false);
  const topics = [
    ...battle.categories.map((name) => categoryName(name)),
    ...(battle.language ? [languageName(battle.language)] : []),
  ];
  return (
    <section
      aria-label={words.label}
      className="mx-auto flex w-full max-w-[900px] shrink-0 items-center gap-1.5 overflow-x-auto [scrollbar-width:none] max-md:-my-1.5"
    >
      {battle.vote && (
        <span className="mr-1.5 shrink-0 text-[13px] text-dim">
          {arenaStrings.votes.yours[battle.vote.vote]}
        </span>
      )}
      {topics.length === 0 && <span className="text-xs text-faint">{words.none}</span>}
      {topics.map((topic) => (
        <Badge key={topic}>{topic}</Badge>
      ))}
      <button
        type="button"
        onClick={() => setCorrecting(true)}
        className="h-10 shrink-0 rounded-control px-2 text-xs max-md:sticky max-md:right-0 max-md:bg-canvas font-medium text-dim -outline-offset-2 hover:text-ink hover:underline md:h-6"
      >
        {words.correct}
      </button>
      <TopicsDialog battle={battle} open={correcting} onOpenChange={setCorrecting} />
    </section>
  );
}
