import { PLATFORM_PROVIDER } from "@postil/domain/accounts/people";
import { useEffect, useState } from "react";
import { api, keptFor, LIFETIMES } from "../../lib/api/api.ts";

export type Provider = {
  readonly name: string;
  readonly title?: string | undefined;
  /** true for the provider of the hosted platform (PRD-08, AUT-18) */
  readonly isPlatform: boolean;
};

/** The OAuth providers (AUT-15); null while they load, empty if loading fails (AUT-16, AUT-17). */
export function useProviders(): readonly Provider[] | null {
  const [providers, setProviders] = useState<readonly Provider[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const options = { quiet: true, signal: leaving.signal, ...keptFor(LIFETIMES.providers) };
    api.call("listOauthProviders", {}, options).then(
      ({ items }) =>
        setProviders(items.map(({ name, title }) => ({ name, title, isPlatform: name === PLATFORM_PROVIDER }))),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.warn(error);
        setProviders([]);
      },
    );
    return () => leaving.abort();
  }, []);
  return providers;
}
