import { randomBytes } from "node:crypto";
import type { Settings } from "../config.ts";
import type { Home, HomeSecrets } from "../home.ts";
import { LINK_LIFETIME_MS, MOST_LINKS, MOST_USED, type NamedSecret, type UsedKind } from "../usecases/shared-state.ts";
import { createFailures, type Failures, type SharedStore, storedFailures } from "./failures.ts";

/**
 * The state of the process that other servers of the same database need too. The only server of a database has it in its
 * memory, where it costs nothing and ends with the process; several have it in the database.
 */
export type Shared = {
  readonly failures: Failures;
  readonly useOnce: UseOnce;
  readonly links: SignInLinks;
};

/**
 * Uses something that is good once, and only until a time in epoch milliseconds. Returns false if it was used before, or if it is
 * too late. `id` is any text.
 */
export type UseOnce = (kind: UsedKind, id: string, until: number) => Promise<boolean>;

/** One-time sign-in links, for the person at the terminal that just printed one. */
export type SignInLinks = {
  /** A code that signs this user in once, within a quarter of an hour. */
  issue(userId: string): Promise<string>;
  /** The user the code was made for; null for a code that is unknown, used or too old. */
  redeem(code: string): Promise<string | null>;
};

/** `now` is in milliseconds. */
export const createShared = (now: () => number = Date.now): Shared => ({
  failures: createFailures(now),
  useOnce: createUsed(now),
  links: createSignInLinks(now),
});

export const storedShared = (store: SharedStore): Shared => ({
  failures: storedFailures(store),
  useOnce: (kind, id, until) => store.write("useOnce", null, { kind, id, until }),
  links: {
    issue: async (userId) => {
      const code = newCode();
      await store.write("addSignInLink", null, { code, userId });
      return code;
    },
    // Strangers send any number of codes that are none: these write nothing.
    redeem: async (code) =>
      (await store.read("hasSignInLink", null, { code })) ? store.write("takeSignInLink", null, { code }) : null,
  },
});

const newCode = () => randomBytes(32).toString("base64url");

/** Beyond `MOST_USED` of a kind, the first used one could be used again while it is good. */
function createUsed(now: () => number): UseOnce {
  /** By kind: what was used, with the time until which it is good, the first used one first. */
  const kinds = new Map<UsedKind, Map<string, number>>();
  return async (kind, id, until) => {
    const used = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, used);
    if (until <= now() || used.has(id)) return false;
    for (const [oldest, over] of used) {
      if (used.size < MOST_USED && over > now()) break;
      used.delete(oldest);
    }
    used.set(id, until);
    return true;
  };
}

function createSignInLinks(now: () => number): SignInLinks {
  const waiting = new Map<string, { readonly userId: string; readonly until: number }>();
  return {
    issue: async (userId) => {
      const [oldest] = waiting.keys();
      if (oldest !== undefined && waiting.size >= MOST_LINKS) waiting.delete(oldest);
      const code = newCode();
      waiting.set(code, { userId, until: now() + LINK_LIFETIME_MS });
      return code;
    },
    redeem: async (code) => {
      const link = waiting.get(code);
      waiting.delete(code);
      return link && link.until > now() ? link.userId : null;
    },
  };
}

/** What only this server, and others of the same database, know. */
export type ServerSecrets = {
  /** Signs tokens, and seals what goes to a provider and comes back. */
  readonly tokens: string;
  /** Makes the pseudonyms of exports; a home makes it when the first are wanted. */
  readonly pseudonyms: () => string;
};

const newSecret = (): string => randomBytes(48).toString("base64url");

/**
 * The secrets of a server: those of its home, or on PostgreSQL those of the database, because each of several servers has to
 * accept the tokens of the others. The first server stores those that its home has, so nobody is signed out by the change. Who
 * can read that database can act as anybody in it already: it has every API key. `POSTIL_AUTH_SECRET` is in neither. The home is
 * read at once, so that what is wrong with it is told before the store is opened.
 */
export function secretsFor(
  { databaseUrl, authSecret }: Pick<Settings, "databaseUrl" | "authSecret">,
  home: Pick<Home, "secret" | "pseudonymSecret" | "keptSecrets">,
): (store: SharedStore) => Promise<ServerSecrets> {
  if (databaseUrl === null) {
    const own = { tokens: authSecret ?? home.secret(), pseudonyms: home.pseudonymSecret };
    return async () => own;
  }
  const kept = home.keptSecrets();
  return async (store) => {
    const offered: NamedSecret[] = [{ name: "pseudonyms", value: kept.pseudonyms ?? newSecret() }];
    if (authSecret === null) offered.push({ name: "tokens", value: kept.tokens ?? newSecret() });
    const agreed = await store.write("agreeOnSecrets", null, { offered });
    const secrets = new Map(agreed.map(({ name, value }) => [name, value]));
    const named = (name: keyof HomeSecrets): string => {
      const value = secrets.get(name);
      if (value === undefined) throw new Error(`The database has no secret of ${name}.`);
      return value;
    };
    return { tokens: authSecret ?? named("tokens"), pseudonyms: () => named("pseudonyms") };
  };
}
