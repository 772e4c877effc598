import { api } from "../api.ts";

/** The display name of a provider. A provider that is no longer offered shows its internal name. */
export async function providerTitles(signal: AbortSignal): Promise<(name: string) => string> {
  const { items } = await api.call("listOauthProviders", {}, { signal, quiet: true });
  return (name) => items.find((provider) => provider.name === name)?.title ?? name;
}
