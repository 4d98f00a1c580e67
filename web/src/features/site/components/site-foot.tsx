import { useSiteHealth } from "../api/get-health";
import { siteStrings } from "../fns/strings";

/** The running version, with a link to the API documentation. */
export function SiteFoot() {
  const health = useSiteHealth();
  return (
    <p className="flex items-center gap-2 text-xs text-faint tabular-nums">
      {health.data && (
        <>
          <span title={siteStrings.version(health.data.version)}>v{health.data.version}</span>
          <span aria-hidden="true">·</span>
        </>
      )}
      <a
        href="/docs"
        title={siteStrings.apiHint}
        className="inline-flex min-h-10 min-w-10 items-center hover:text-ink hover:underline md:min-h-6"
      >
        {siteStrings.api}
      </a>
    </p>
  );
}
