import type { Provider, ProviderChange, ProviderInput } from "../api/providers";

interface ProviderDraft {
  name: string;
  connector: string;
  base_url: string;
  own_keys: boolean;
  key: string;
}

export const providerDraft = (provider: Provider | undefined): ProviderDraft => ({
  name: provider?.name ?? "",
  connector: provider?.connector ?? "openai",
  base_url: provider?.base_url ?? "",
  own_keys: provider?.own_keys ?? true,
  key: "",
});

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Whether the scheme, host or port of the address changed: keys are bound to them. */
export function isElsewhere(provider: Provider, { base_url }: ProviderDraft): boolean {
  return originOf(base_url.trim()) !== originOf(provider.base_url);
}

export const providerRequest = ({
  key,
  name,
  base_url,
  ...rest
}: ProviderDraft): ProviderInput => ({
  ...rest,
  name: name.trim(),
  base_url: base_url.trim(),
  ...(key ? { key } : {}),
});

/** Only the properties that differ. */
export function providerChange(provider: Provider, draft: ProviderDraft): ProviderChange {
  const { name, connector, base_url, own_keys, key } = draft;
  return {
    ...(name.trim() === provider.name ? {} : { name: name.trim() }),
    ...(connector === provider.connector ? {} : { connector }),
    ...(base_url.trim() === provider.base_url ? {} : { base_url: base_url.trim() }),
    ...(own_keys === provider.own_keys ? {} : { own_keys }),
    ...(key ? { key } : {}),
  };
}
