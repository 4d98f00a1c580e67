import { Link } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useOnboarding } from "../../api/onboarding";
import { startStrings as words } from "../../fns/start-strings";

/** A link back to the first steps, until the first battle. */
export function StartBanner() {
  const { data } = useOnboarding();
  if (!data || data.step === "done") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-accent-soft px-4 py-3">
      <Rocket aria-hidden="true" className="size-4 shrink-0 text-accent-strong" />
      <p className="min-w-52 flex-1 font-medium">{words.banner[data.step]}</p>
      <Button asChild variant="primary">
        <Link to="/start">{words.banner.action}</Link>
      </Button>
    </div>
  );
}
