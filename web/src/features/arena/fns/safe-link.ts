const HARMLESS = new Set(["http:", "https:", "mailto:"]);

interface SafeLink {
  href: string;
  /** Where it leads, whatever its text says. */
  host: string;
}

/** Only addresses that cannot run anything here and do not depend on where this page lives. */
export function safeLink(address: string): SafeLink | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  if (!HARMLESS.has(url.protocol)) return undefined;
  return { href: url.href, host: url.host || url.pathname };
}
