import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { isVisitor, type Me } from "../api/me";
import { settingsStrings } from "../fns/settings-strings";
import { DeleteAccountDialog } from "./delete-account-dialog";
import { SettingsCard, SettingsSection } from "./settings-section";

const words = settingsStrings.data;
const EXPORT = "/api/me/export";

export function DataTab({ me }: { me: Me }) {
  const [leaving, setLeaving] = useState(false);
  const visitor = isVisitor(me);
  return (
    <SettingsSection title={settingsStrings.tabs.data} lead={words.lead}>
      <SettingsCard>
        <h3 className="font-semibold">{words.export}</h3>
        <p className="mb-3 text-dim">{words.exportDetail}</p>
        <Button asChild>
          <a href={EXPORT} download>
            <Download aria-hidden="true" />
            {words.download}
          </a>
        </Button>
      </SettingsCard>
      <SettingsCard>
        <h3 className="font-semibold">{visitor ? words.forget : words.delete}</h3>
        <p className="mb-3 text-dim">{visitor ? words.forgetDetail : words.deleteDetail}</p>
        <Button className="text-bad hover:text-bad" onClick={() => setLeaving(true)}>
          {visitor ? words.forgetButton : words.deleteButton}
        </Button>
      </SettingsCard>
      {leaving && <DeleteAccountDialog me={me} onClose={() => setLeaving(false)} />}
    </SettingsSection>
  );
}
