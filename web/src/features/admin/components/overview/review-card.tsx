import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { formatCount } from "@/lib/format";
import type { Overview } from "../../api/overview";
import { overviewStrings } from "../../fns/overview-strings";

const words = overviewStrings.waiting;

/** How many items need a decision. */
export function ReviewCard({ overview }: { overview: Overview }) {
  const { open_suspects: suspects, open_flags: flags } = overview;
  return (
    <Section title={words.title} lead={words.lead}>
      <Card className="flex flex-col p-2">
        {suspects + flags === 0 && <p className="p-2 text-dim">{words.nothing}</p>}
        {suspects > 0 && (
          <Waiting to="/admin/votes" label={words.suspects(formatCount(suspects))} />
        )}
        {flags > 0 && <Waiting to="/admin/moderation" label={words.flags(formatCount(flags))} />}
      </Card>
    </Section>
  );
}

function Waiting({ to, label }: { to: "/admin/votes" | "/admin/moderation"; label: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-10 items-center justify-between gap-3 rounded-lg px-2 font-medium hover:bg-soft"
    >
      {label}
      <ArrowRight aria-hidden="true" className="size-4 text-faint" />
    </Link>
  );
}
