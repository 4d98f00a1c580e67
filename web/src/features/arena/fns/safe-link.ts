const HARMLESS = new Set(["http:", "https:", "mailto:"]);

interface SafeLink {
  href: string;
  /** The actual destination, whatever the link text says. */
  host: string;
}

/** Accepts only absolute addresses that cannot run code here. */
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
