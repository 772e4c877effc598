import { hashPassword, isBroughtHash, verifyPassword } from "../usecases/accounts/passwords.ts";
import type { Credentials } from "../usecases/accounts/sign-in.ts";
import type { PostilStore } from "./handler.ts";

/** A user whose password was given. */
export type ProvenByPassword = Credentials & {
  /** One of ours in place of the hash that they brought from another server. */
  readonly newHash?: string;
};

/** Null for an unknown user as for a wrong password, and after the same time. */
export async function provePassword(
  store: PostilStore,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<ProvenByPassword | null> {
  const { credentials, broughtCosts } = await store.read("findCredentials", null, { username });
  const right = await verifyPassword(credentials?.passwordHash ?? null, password, broughtCosts);
  if (!right || credentials === null) return null;
  if (credentials.isDeactivated || !isBroughtHash(credentials.passwordHash)) return credentials;
  return { ...credentials, newHash: await hashPassword(password) };
}
