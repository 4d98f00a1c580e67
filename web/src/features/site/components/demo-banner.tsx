import { FlaskConical } from "lucide-react";
import { useSiteHealth } from "../api/get-health";
import { siteStrings } from "../fns/strings";

/** Says that all numbers are simulated. */
export function DemoBanner() {
  const { data } = useSiteHealth();
  if (!data?.demo) return null;
  return (
    <p className="flex items-center justify-center gap-2 border-b border-line bg-accent-soft px-4 py-1.5 text-balance text-[13px] font-medium text-accent-strong">
      <FlaskConical aria-hidden="true" className="size-3.5 shrink-0" />
      {siteStrings.demo}
    </p>
  );
}
