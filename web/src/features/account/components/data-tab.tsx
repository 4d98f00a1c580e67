import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { isVisitor, type Me } from "../api/me";
import { settingsStrings } from "../fns/settings-strings";
import { LeaveDialog } from "./leave-dialog";
import { Part, PartCard } from "./part";

const words = settingsStrings.data;
const EXPORT = "/api/me/export";

export function DataTab({ me }: { me: Me }) {
  const [leaving, setLeaving] = useState(false);
  const visitor = isVisitor(me);
  return (
    <Part title={settingsStrings.tabs.data} lead={words.lead}>
      <PartCard>
        <h3 className="font-semibold">{words.export}</h3>
        <p className="mb-3 text-dim">{words.exportDetail}</p>
        <Button asChild>
          <a href={EXPORT} download>
            <Download aria-hidden="true" />
            {words.download}
          </a>
        </Button>
      </PartCard>
      <PartCard>
        <h3 className="font-semibold">{visitor ? words.forget : words.delete}</h3>
        <p className="mb-3 text-dim">{visitor ? words.forgetDetail : words.deleteDetail}</p>
        <Button className="text-bad hover:text-bad" onClick={() => setLeaving(true)}>
          {visitor ? words.forgetButton : words.deleteButton}
        </Button>
      </PartCard>
      {leaving && <LeaveDialog me={me} onClose={() => setLeaving(false)} />}
    </Part>
  );
}
