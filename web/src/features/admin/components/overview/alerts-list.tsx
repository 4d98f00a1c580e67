import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { cn } from "@/lib/cn";
import { type Alert, useAcknowledge } from "../../api/alerts";
import { alertStrings as words } from "../../fns/alert-strings";
import { Loaded } from "../parts/loaded";

const isOpen = (alert: Alert) => !alert.acknowledged_at && !alert.resolved_at;

/** Alerts that are unresolved and not yet acknowledged. */
export function AlertsList() {
  const query = $api.useQuery("get", "/api/admin/alerts");
  return (
    <Section title={words.title} lead={words.lead}>
      <Loaded query={query} name={words.title} needs="moderator">
        {({ alerts }) => {
          const open = alerts.filter(isOpen);
          return (
            <Card>
              {open.length === 0 ? (
                <p className="flex items-center gap-2 p-4 text-dim">
                  <Check aria-hidden="true" className="size-4 text-good" />
                  {words.none}
                </p>
              ) : (
                <ul>
                  {open.map((alert) => (
                    <AlertItem key={alert.alert_id} alert={alert} />
                  ))}
                </ul>
              )}
            </Card>
          );
        }}
      </Loaded>
    </Section>
  );
}

function AlertItem({ alert }: { alert: Alert }) {
  const acknowledge = useAcknowledge();
  const critical = alert.level === "critical";
  const Icon = critical ? CircleAlert : TriangleAlert;
  const delivery = words.delivery[alert.delivery];
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4 shrink-0", critical ? "text-bad" : "text-dim")}
      />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-semibold">{words.levels[alert.level]}:</span> {alert.message}
        </p>
        <p className="text-[13px] text-dim">
          <RelativeTime iso={alert.created_at} />
          {delivery && ` · ${delivery}`}
        </p>
      </div>
      <Button
        disabled={acknowledge.isPending}
        onClick={() =>
          acknowledge.mutate(alert.alert_id, {
            onSuccess: () => toast({ title: words.acknowledged }),
          })
        }
      >
        {words.acknowledge}
        <span className="sr-only">{alert.message}</span>
      </Button>
    </li>
  );
}
