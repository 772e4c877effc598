import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { servedSpace } from "../lib/platform/served-space.ts";
import { getSession } from "../lib/session/store.ts";
import { type GuardName, guardNavigation } from "./guards.ts";
import type { RawQuery } from "./raw-query.ts";

/** The `beforeLoad` of a route: runs its guards in order, before any code or data of the page (RTE-26). */
export function guarded(...names: readonly GuardName[]) {
  return ({ location }: { location: ParsedLocation<RawQuery> }): void => {
    const session = getSession();
    const destination = guardNavigation(names, {
      fullPath: location.href,
      query: location.search,
      signedIn: session.status === "signed-in",
      role: session.status === "signed-in" ? session.user.role : null,
      hosted: servedSpace() !== null,
      omitCTA: location.state.omitCTA,
    });
    if (destination === null) return;
    const { to, query, back } = destination;
    throw redirect({ to, search: query, state: { back }, replace: true });
  };
}
