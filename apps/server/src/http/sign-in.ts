import type { WireToken } from "@postil/contract/entities/accounts";
import type { AuditEventOf } from "@postil/domain/accounts/audit";
import { tokenExpires } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { z } from "zod";
import type { RequestOrigin } from "../storage/store.ts";
import { hashPassword, isBroughtHash, verifyPassword } from "../usecases/accounts/passwords.ts";
import type { LiveSession, NewSession } from "../usecases/accounts/sessions.ts";
import type { Credentials as StoredCredentials } from "../usecases/accounts/sign-in.ts";
import type { Accounts } from "./accounts.ts";
import type { PostilStore } from "./handler.ts";
import type { SignInLimit } from "./sign-in-limit.ts";
import type { SignInLinks } from "./sign-in-links.ts";
import type { Tokens } from "./tokens.ts";

type Token = z.output<typeof WireToken>;
type Credentials = { readonly username: string; readonly password: string };
type How = AuditEventOf<"signed_in">["told"];
type Proof = Pick<NewSession, "passwordHash" | "newHash">;

/** Failed link codes are counted under this name. No user name has a space, so it cannot be a user name. */
const ANY_LINK = "the code of a one-time link";

/** For a sign-in by a provider, a link or an invitation. */
const OTHERWISE: Proof = { passwordHash: null };

type SignInParts = {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly limit: SignInLimit;
  readonly links: SignInLinks;
};

export type SignIn = {
  /** Signs in a user whose identity was checked elsewhere. */
  tokenFor(user: User, told: How, from: RequestOrigin): Promise<Token>;
  /**
   * AUT-01, AUT-14. An unknown user and a wrong password give the same answer after the same time. `renews`: the client
   * renews its token, so it gets a short-lived one.
   */
  withPassword(credentials: Credentials, renews: boolean, from: RequestOrigin): Promise<Token>;
  /** Signs in the user of a one-time link. Invalid codes are counted as wrong passwords are (AUT-14). */
  withLink(code: string, from: RequestOrigin): Promise<Token>;
  /** The next token of this token's session; the given token may have expired. */
  renewed(token: string | null, from: RequestOrigin): Promise<Token>;
};

const unknown = () => new Refusal("unauthorized", "Could not validate credentials");
/** Only a caller who knows the password sees this. For others the account looks as if it does not exist. */
const deactivated = () => new Refusal("forbidden", "This account is deactivated; an owner can let you in again.");

export function createSignIn({ store, accounts, tokens, limit, links }: SignInParts): SignIn {
  const { lifetimes } = tokens;
  const tokenOf = async (user: User, renews: boolean, { id, number, expiresAt }: LiveSession): Promise<Token> => ({
    access_token: await tokens.issue(user, {
      session: id,
      number,
      expiresAt: tokenExpires(Date.now() * 1000, renews, expiresAt, lifetimes),
    }),
    token_type: "bearer",
  });
  const letIn = async (user: User, proof: Proof, renews: boolean, told: How, from: RequestOrigin) => {
    const { id, username } = user;
    const begun = { user: { id, username }, ...proof, renews, lifetimes, told, from };
    return tokenOf(user, renews, await store.write("beginSession", null, begun));
  };
  return {
    tokenFor: (user, told, from) => letIn(user, OTHERWISE, true, told, from),
    withPassword: async (given, renews, from) => {
      const { username } = given;
      const found = await limit.attempt(from.address, username, () => provePassword(store, given));
      if (!found || found.isDeactivated) {
        const how = found ? "deactivated" : "password";
        await store.write("noteFailedSignIn", null, { username, told: { how }, from });
        throw found ? deactivated() : unknown();
      }
      const enter = ({ user, ...proof }: ProvenByPassword) => letIn(user, proof, renews, { how: "password" }, from);
      return enter(found).catch(async (error: unknown) => {
        // A parallel first sign-in of the same user may have replaced the hash from the other server.
        const again = found.newHash === undefined ? null : await provePassword(store, given);
        if (again === null) throw error;
        return enter(again);
      });
    },
    withLink: async (code, from) => {
      const userId = links.redeem(code);
      const found = userId === null ? null : await accounts.byUserId(userId);
      // A code cannot be guessed, so a good code never waits for other people's failures.
      if (found) return letIn(found.user, OTHERWISE, true, { how: "link" }, from);
      await limit.attempt(from.address, ANY_LINK, async () => null);
      await store.write("noteFailedSignIn", null, { username: null, told: { how: "link" }, from });
      throw new Refusal("unauthorized", "This sign-in link was used already, or is too old.");
    },
    renewed: async (token, from) => {
      const claims = token === null ? null : await tokens.verifyPast(token);
      if (claims === null) throw new Refusal("unauthorized", "Invalid token");
      const renewed = await store.write("renewSession", null, { ...claims, lifetimes, from });
      if (renewed !== "reused") return tokenOf(renewed.user, true, renewed.session);
      accounts.forget();
      throw new Refusal("unauthorized", "Could not validate credentials", undefined, { ended: renewed });
    },
  };
}

/** A user whose password was given. */
type ProvenByPassword = StoredCredentials & {
  /** A new hash of Postil that replaces the hash from another server. */
  readonly newHash?: string;
};

/** Null both for an unknown user and for a wrong password, and after the same time. */
async function provePassword(
  store: PostilStore,
  { username, password }: Credentials,
): Promise<ProvenByPassword | null> {
  const { credentials, broughtCosts } = await store.read("findCredentials", null, { username });
  const right = await verifyPassword(credentials?.passwordHash ?? null, password, broughtCosts);
  if (!right || credentials === null) return null;
  if (credentials.isDeactivated || !isBroughtHash(credentials.passwordHash)) return credentials;
  return { ...credentials, newHash: await hashPassword(password) };
}
