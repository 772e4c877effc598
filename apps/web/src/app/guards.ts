import { isOwner, isPrivileged } from "@postil/domain/accounts/policies";
import type { Role } from "@postil/domain/accounts/users";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { t } from "i18next";
import { PageError } from "../lib/api/failure.ts";
import { servedSpace } from "../lib/base-path.ts";
import { HOME, redirectEntry } from "../lib/session/sign-in.ts";
import { getSession } from "../lib/session/store.ts";
import type { RawQuery } from "./raw-query.ts";

/** The parts of a navigation that the guards read. */
export type RouteVisit = {
  /** the requested path, query and hash */
  readonly fullPath: string;
  readonly query: RawQuery;
  readonly signedIn: boolean;
  /** role of the signed-in user; null when nobody is signed in */
  readonly role: Role | null;
  /** served from the hosted platform (AUT-26) */
  readonly hosted: boolean;
  /** the omit-call-to-action flag of the navigation's state (RTE-20) */
  readonly omitCTA: unknown;
};

type Destination = {
  readonly to: "/" | "/sign-in" | "/welcome-hf-sign-in";
  readonly query: RawQuery;
  /** the `redirect` entry that the address leaves out, kept in the state of the navigation */
  readonly back?: string | undefined;
};

/** null: this guard allows the visit; "stay": it is allowed without further guards. */
type Guard = (navigation: RouteVisit) => Destination | "stay" | null;

const home: Destination = { to: HOME, query: {} };

const GUARDS = {
  /** RTE-18 */
  "anonymous-only": ({ signedIn }) => (signedIn ? home : null),
  /** RTE-19, RTE-20 */
  "omit-call-to-action": ({ omitCTA }) => (omitCTA ? "stay" : null),
  /** RTE-21 */
  "hosted-to-welcome": ({ hosted, query }) =>
    hosted ? { to: "/welcome-hf-sign-in", query: without(query, "redirect"), back: query.redirect } : null,
  /** RTE-22 */
  "query-needed": ({ query }) => (Object.keys(query).length === 0 ? home : null),
  /** RTE-23 */
  "hosted-only": ({ hosted }) => (hosted ? null : home),
  /** RTE-24 */
  "signed-in-only": (navigation) => (navigation.signedIn ? null : toSignIn(navigation)),
  /** ROL-12 */
  "privileged-only": ({ role }) => (role !== null && isPrivileged({ role }) ? null : home),
  "owner-only": ({ role }) => (role !== null && isOwner({ role }) ? null : home),
  /** RTE-29 */
  "login-alias": ({ signedIn, query }) => ({ to: signedIn ? HOME : "/sign-in", query }),
} as const satisfies { readonly [name: string]: Guard };

export type GuardName = keyof typeof GUARDS;

/** Runs the named guards in order (RTE-26). Null: the page may be shown. */
export function guardNavigation(names: readonly string[], navigation: RouteVisit): Destination | null {
  for (const guard of guardsNamed<Guard>(names, GUARDS)) {
    const outcome = guard(navigation);
    if (outcome === "stay") return null;
    if (outcome !== null) return outcome;
  }
  return null;
}

/** The destination "sign-in" with the way back: `redirect` beside the entries of the requested address (RTE-24, RTE-25). */
export function toSignIn({ fullPath, query }: Pick<RouteVisit, "fullPath" | "query">): Destination {
  const redirect = redirectEntry(fullPath);
  return { to: "/sign-in", query: redirect === null ? query : { ...query, redirect } };
}

function without(query: RawQuery, name: string): RawQuery {
  return Object.fromEntries(Object.entries(query).filter(([other]) => other !== name));
}

/**
 * The guards named by a route, in the same order.
 * @throws PageError 500 `Unknown middleware` when one of them is not registered (RTE-30)
 */
export function guardsNamed<Guard>(
  names: readonly string[],
  registered: { readonly [name: string]: Guard },
): readonly Guard[] {
  return names.map((name) => {
    const guard = Object.hasOwn(registered, name) ? registered[name] : undefined;
    if (guard === undefined) throw new PageError(500, t("errors.unknownMiddleware"));
    return guard;
  });
}

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
