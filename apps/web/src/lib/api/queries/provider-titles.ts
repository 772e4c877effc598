import { api } from "../api.ts";

/** How people call a provider; one that is not offered any more goes by its name. */
export async function providerTitles(signal: AbortSignal): Promise<(name: string) => string> {
  const { items } = await api.call("listOauthProviders", {}, { signal, quiet: true });
  return (name) => items.find((provider) => provider.name === name)?.title ?? name;
}
