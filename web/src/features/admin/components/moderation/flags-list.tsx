import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatCount } from "@/lib/format";
import { type Flag, useFlags } from "../../api/moderation";
import { moderationStrings as words } from "../../fns/moderation-strings";
import { DecisionList } from "../parts/decision-list";
import { DecisionButtons } from "./decision-buttons";

interface FlagsListProps {
  status: Flag["status"];
  onOpen: (flagId: string) => void;
}

export function FlagsList({ status, onOpen }: FlagsListProps) {
  return (
    <DecisionList query={useFlags(status)} name={words.title} empty={words.empty[status]}>
      {(page) =>
        page.flags.map((flag) => <FlagItem key={flag.flag_id} flag={flag} onOpen={onOpen} />)
      }
    </DecisionList>
  );
}

function FlagItem({ flag, onOpen }: { flag: Flag; onOpen: (flagId: string) => void }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0">
      <div className="min-w-56 flex-1">
        <button
          type="button"
          onClick={() => onOpen(flag.flag_id)}
          className="w-full rounded-md text-left font-medium wrap-anywhere decoration-line-strong underline-offset-4 hover:underline max-md:min-h-10"
        >
          <span className="sr-only">{words.open}: </span>
          {flag.excerpt}
        </button>
        <FlagFacts flag={flag} />
      </div>
      <div className="flex gap-2">
        <DecisionButtons flag={flag} />
      </div>
    </li>
  );
}

export function FlagFacts({ flag }: { flag: Flag }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-dim">
      <Badge className="text-ink">{words.categories[flag.category]}</Badge>
      <span>{words.where[flag.where]}</span>
      <span>· {words.sources[flag.source]}</span>
      {flag.times > 1 && <span>· {words.times(formatCount(flag.times))}</span>}
      {flag.shared && <Badge>{words.shared}</Badge>}
      <RelativeTime iso={flag.created_at} />
    </div>
  );
}
