import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { TextDiff } from "@/components/ui/text-diff";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { useVersionDiff } from "../../api/suites";
import { suiteStrings } from "../../fns/suite-strings";
import { Loaded } from "../parts/loaded";

const words = suiteStrings.compare;

export interface ComparedVersions {
  old: number;
  new: number;
}

interface VersionCompareProps {
  suite: Suite;
  compared: ComparedVersions;
  onCompare: (compared: ComparedVersions | undefined) => void;
}

/** What changed between any two versions of a suite. */
export function VersionCompare({ suite, compared, onCompare }: VersionCompareProps) {
  const diff = useVersionDiff(suite.suite_id, compared);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Braces: newer browsers return a promise here, which React would take for a clean-up function.
    place.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const label = words.label(formatCount(compared.old), formatCount(compared.new));
  return (
    <div ref={place}>
      <Section
        title={words.title}
        tools={
          <div className="flex flex-wrap items-end gap-2">
            <VersionSelect
              label={words.old}
              suite={suite}
              value={compared.old}
              onChoose={(old) => onCompare({ ...compared, old })}
            />
            <VersionSelect
              label={words.new}
              suite={suite}
              value={compared.new}
              onChoose={(next) => onCompare({ ...compared, new: next })}
            />
            <Button size="icon" variant="ghost" onClick={() => onCompare(undefined)}>
              <X aria-hidden="true" />
              <span className="sr-only">{words.close}</span>
            </Button>
          </div>
        }
      >
        <Loaded
          query={diff}
          name={words.name}
          skeleton={<Skeleton className="h-40 w-full rounded-card" />}
        >
          {({ added, removed, hunks }) => (
            <Card className="overflow-hidden">
              <p className="border-b border-line px-4 py-2 text-[13px] text-dim">
                {hunks.length === 0
                  ? words.same
                  : words.counts(formatCount(added), formatCount(removed))}
              </p>
              {hunks.length > 0 && (
                <TextDiff key={label} label={label} hunks={hunks} className="max-h-[32rem] py-1" />
              )}
            </Card>
          )}
        </Loaded>
      </Section>
    </div>
  );
}

interface VersionSelectProps {
  label: string;
  suite: Suite;
  value: number;
  onChoose: (number: number) => void;
}

function VersionSelect({ label, suite, value, onChoose }: VersionSelectProps) {
  const id = useId();
  return (
    <span>
      <label htmlFor={id} className="block text-xs text-dim">
        {label}
      </label>
      <Select
        id={id}
        value={String(value)}
        choices={suite.versions.map(({ number }) => ({
          value: String(number),
          label: suiteStrings.versions.number(formatCount(number)),
        }))}
        onChoose={(number) => onChoose(Number(number))}
      />
    </span>
  );
}
