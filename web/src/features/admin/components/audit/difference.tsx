import { ArrowRight } from "lucide-react";
import { auditStrings as words } from "../../fns/audit-strings";
import { differenceOf } from "../../fns/difference";

interface DifferenceProps {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** What changed: before and after. */
export function Difference({ before, after }: DifferenceProps) {
  const changes = differenceOf(before, after);
  if (changes.length === 0) return null;
  return (
    <dl className="mt-1 flex flex-col gap-1 text-[13px]">
      {changes.map((change) => (
        <div key={change.name} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-dim">{change.name}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
            {change.before !== undefined && (
              <del className="text-dim decoration-line-strong">
                <span className="sr-only">{words.before} </span>
                {change.before}
              </del>
            )}
            {change.before !== undefined && change.after !== undefined && (
              <ArrowRight aria-hidden="true" className="size-3.5 self-center text-faint" />
            )}
            {change.after !== undefined && (
              <ins className="no-underline">
                <span className="sr-only">{words.after} </span>
                {change.after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
