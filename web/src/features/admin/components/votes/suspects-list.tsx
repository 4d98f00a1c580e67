import { RelativeTime } from "@/components/ui/relative-time";
import { formatCount } from "@/lib/format";
import { type Suspect, useSuspects } from "../../api/integrity";
import { describeSignal, formatOdds, isRare, suspectName } from "../../fns/suspicion";
import { voteStrings as words } from "../../fns/vote-strings";
import { DecisionList } from "../parts/decision-list";
import { JudgeButtons } from "./judge-buttons";

interface SuspectsListProps {
  status: Suspect["status"];
  names: ReadonlyMap<string, string>;
  onOpen: (suspectId: string) => void;
}

export function SuspectsList({ status, names, onOpen }: SuspectsListProps) {
  return (
    <DecisionList query={useSuspects(status)} name={words.title} empty={words.empty[status]}>
      {(page) =>
        page.suspects.map((suspect) => (
          <SuspectItem key={suspect.suspect_id} suspect={suspect} names={names} onOpen={onOpen} />
        ))
      }
    </DecisionList>
  );
}

interface SuspectItemProps extends Omit<SuspectsListProps, "status"> {
  suspect: Suspect;
}

function SuspectItem({ suspect, names, onOpen }: SuspectItemProps) {
  const name = suspectName(suspect);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3.5 first:border-t-0">
      <div className="min-w-64 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <button
            type="button"
            onClick={() => onOpen(suspect.suspect_id)}
            className="rounded-md text-left font-semibold decoration-line-strong underline-offset-4 hover:underline max-md:min-h-10"
          >
            <span className="sr-only">{words.show}: </span>
            {name}
          </button>
          <span className="tabular-nums">{words.votes(formatCount(suspect.votes))}</span>
          <Target suspect={suspect} names={names} />
          <span className="text-[13px] text-dim">
            <RelativeTime iso={suspect.updated_at} />
          </span>
        </div>
        <Reasons suspect={suspect} />
      </div>
      <div className="flex gap-2">
        <JudgeButtons suspect={suspect} />
      </div>
    </li>
  );
}

export function Target({ suspect, names }: Pick<SuspectItemProps, "suspect" | "names">) {
  const id = suspect.target_model_id;
  if (!id) return null;
  return <span className="text-dim">{words.target(names.get(id) ?? id)}</span>;
}

/** The reasons as text. */
export function Reasons({ suspect }: { suspect: Suspect }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-[13px] text-dim">
      {isRare(suspect.p_likelihood) && <li>{words.rare(formatOdds(suspect.p_likelihood))}</li>}
      {isRare(suspect.p_model) && <li>{words.rareModel(formatOdds(suspect.p_model))}</li>}
      {suspect.signals.map((signal) => (
        <li key={`${signal.kind} ${signal.at}`}>
          {describeSignal(signal)}
          {signal.at && (
            <>
              , <RelativeTime iso={signal.at} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
