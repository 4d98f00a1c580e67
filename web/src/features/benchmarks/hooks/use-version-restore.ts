import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { Suite } from "../api/bench";
import { useRestoreVersion } from "../api/suites";
import { suiteStrings } from "../fns/suite-strings";

const words = suiteStrings.versions;

/** Restores an earlier version and shows its new number. Undefined if the user may not change the suite. */
export function useVersionRestore(suite: Suite, onRestored: () => void) {
  const { mutate, isPending } = useRestoreVersion(suite.suite_id);
  const newest = suite.versions[0]?.number;
  if (!suite.may_change || suite.archived) return undefined;
  return {
    isPending,
    restore: (version: number) =>
      mutate(version, {
        onSuccess: (saved) => {
          const number = formatCount(version);
          toast({
            title:
              saved.number === newest
                ? words.sameAsLatest(number)
                : words.restored(number, formatCount(saved.number)),
          });
          onRestored();
        },
      }),
  } as const;
}
