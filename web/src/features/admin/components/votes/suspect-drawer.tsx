import { $api } from "@/lib/api-client";
import { suspectName } from "../../fns/suspicion";
import { voteStrings as words } from "../../fns/vote-strings";
import { Drawer } from "../parts/drawer";
import { Loaded } from "../parts/loaded";
import { EvidenceCharts } from "./evidence-charts";
import { JudgeButtons } from "./judge-buttons";
import { SuspectMembers } from "./suspect-members";
import { Reasons, Target } from "./suspects-list";

interface SuspectDrawerProps {
  suspectId: string;
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** The evidence about a voter as charts, with the decision below. */
export function SuspectDrawer({ suspectId, names, onClose }: SuspectDrawerProps) {
  const query = $api.useQuery("get", "/api/admin/integrity/suspects/{suspect_id}", {
    params: { path: { suspect_id: suspectId } },
  });
  return (
    <Drawer
      title={words.drawer}
      onClose={onClose}
      foot={query.data && <JudgeButtons suspect={query.data} />}
    >
      <Loaded query={query} name={words.drawer} needs="moderator">
        {(suspect) => (
          <>
            <div>
              <p className="flex flex-wrap gap-x-2 font-semibold">
                {suspectName(suspect)} <Target suspect={suspect} names={names} />
              </p>
              <Reasons suspect={suspect} />
            </div>
            <EvidenceCharts evidence={suspect.evidence} names={names} />
            <SuspectMembers members={suspect.members} said={suspect.evidence.words} />
          </>
        )}
      </Loaded>
    </Drawer>
  );
}
