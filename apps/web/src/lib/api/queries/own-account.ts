import { keysFromWire } from "@postil/contract/mapping/api-keys";
import type { Keys } from "@postil/domain/accounts/api-keys";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { providerTitles } from "./provider-titles.ts";

/** What a person has of their own account beside `/me`. */

/** The section of the keys says by itself when they cannot be had. */
export const ownKeysQuery = () =>
  queryOptions({
    queryKey: ["own-account", "api-keys"],
    queryFn: async ({ signal }): Promise<Keys> => {
      return keysFromWire(await api.call("listMyApiKeys", {}, { signal, quiet: true }));
    },
  });

export const ownPasswordQuery = () =>
  queryOptions({
    queryKey: ["own-account", "password"],
    queryFn: async ({ signal }) => {
      const { set, provider } = await api.call("getMyPassword", {}, { signal });
      return { set, provider: provider === null || set ? provider : (await providerTitles(signal))(provider) };
    },
  });

/** How many sessions there are beside this one, counted anew for whoever comes back: others begin and end. */
export const otherSessionsQuery = () =>
  queryOptions({
    queryKey: ["own-account", "other-sessions"],
    queryFn: async ({ signal }) => (await api.call("getOtherSessions", {}, { signal })).count,
    refetchOnWindowFocus: true,
  });
