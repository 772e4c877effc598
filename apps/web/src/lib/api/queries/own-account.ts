import { keysFromWire } from "@postil/contract/accounts/access-mapping";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { quietQuery } from "../quiet-query.ts";

/** Data of the user's own account that `/me` does not contain. */

/** The section of the keys shows a load failure itself. */
export const ownKeysQuery = () => quietQuery(["own-account", "api-keys"], "listMyApiKeys", {}, keysFromWire);

export const ownPasswordQuery = () =>
  queryOptions({
    queryKey: ["own-account", "password"],
    queryFn: async ({ signal }) => {
      const { set, provider } = await api.call("getMyPassword", {}, { signal });
      return { set, provider: provider === null || set ? provider : (await providerTitles(signal))(provider) };
    },
  });

/**
 * The number of the user's other sessions. It is counted again when the window gets the focus, because sessions begin and end
 * elsewhere.
 */
export const otherSessionsQuery = () =>
  queryOptions({
    queryKey: ["own-account", "other-sessions"],
    queryFn: async ({ signal }) => (await api.call("getOtherSessions", {}, { signal })).count,
    refetchOnWindowFocus: true,
  });

/** The display name of a provider. A provider that is no longer offered shows its internal name. */
export async function providerTitles(signal: AbortSignal): Promise<(name: string) => string> {
  const { items } = await api.call("listOauthProviders", {}, { signal, quiet: true });
  return (name) => items.find((provider) => provider.name === name)?.title ?? name;
}
