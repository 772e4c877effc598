import { randomBytes } from "node:crypto";
import type { Settings } from "../config.ts";
import type { Home, HomeSecrets } from "../home.ts";
import type { NamedSecret } from "../usecases/shared-state.ts";
import type { SharedStore } from "./failures.ts";

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
