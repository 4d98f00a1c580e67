import { Info } from "lucide-react";
import type { Leaderboard, Metadata } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { robustnessWords } from "../fns/words";

const words = ratingsStrings.notes;
const MOST_NAMES = 8;

interface BoardNotesProps {
  data: Leaderboard;
  /** The fewest votes of listed models, if the reader chose them. */
  min: number | undefined;
  onShowAll: () => void;
}

/** Notes that are needed to read this leaderboard correctly. */
export function BoardNotes({ data, min, onShowAll }: BoardNotesProps) {
  const { metadata } = data;
  const hidden = metadata.rated_models - data.leaderboard.length;
  const sentences = [
    kindNote(metadata),
    robustnessWords(metadata.robustness),
    metadata.smoothed && words.smoothed,
    hidden <= 0 && words.preliminary(metadata.min_votes),
  ].filter((sentence): sentence is string => Boolean(sentence));
  return (
    <section
      aria-label={words.label}
      className="flex gap-2.5 px-1 text-[13px] leading-relaxed text-dim"
    >
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-faint" />
      <div>
        {hidden > 0 && (
          <p className="max-w-[100ch] text-ink">
            {words.hidden(hidden, min ?? metadata.min_votes)}{" "}
            <button
              type="button"
              onClick={onShowAll}
              className="font-medium text-accent hover:underline max-md:min-h-10"
            >
              {words.showHidden(hidden)}
            </button>
          </p>
        )}
        <p className="max-w-[100ch]">{sentences.join(" ")}</p>
        <Groups data={data} />
      </div>
    </section>
  );
}

function kindNote({ kind }: Metadata): string | undefined {
  const notes: Partial<Record<Metadata["kind"], string>> = {
    judge: ratingsStrings.boards.judgeNote,
    import: ratingsStrings.boards.importNote,
    side_by_side: ratingsStrings.boards.sideNote,
    usage: ratingsStrings.boards.usageNote,
  };
  return notes[kind];
}

/** Groups without listed models are left out. */
function Groups({ data }: { data: Leaderboard }) {
  const names = new Map(data.leaderboard.map((row) => [row.model_id, row.model_name]));
  const listed = data.metadata.groups.filter((group) => group.some((id) => names.has(id)));
  if (listed.length < 2) return null;
  const named = listed.map((group) => group.map((id) => names.get(id) ?? id));
  return (
    <div className="mt-1.5 text-ink">
      <p>{words.groups}</p>
      <ul className="list-disc pl-5 marker:text-faint">
        {named.map((group, index) => (
          <li key={group.join()}>{words.group(index + 1, shortList(group))}</li>
        ))}
      </ul>
    </div>
  );
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return names.length > MOST_NAMES ? `${shown} + ${names.length - MOST_NAMES}` : shown;
}
