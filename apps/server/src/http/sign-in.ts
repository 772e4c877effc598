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

/** What codes of links are counted as beside user names, none of which has a space. */
const ANY_LINK = "the code of a one-time link";

/** A provider, a link, an invitation. */
const OTHERWISE: Proof = { passwordHash: null };

type SignInParts = {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly limit: SignInLimit;
  readonly links: SignInLinks;
};

export type SignIn = {
  /** What lets a user in whose proof was looked at elsewhere. */
  tokenFor(user: User, told: How, from: RequestOrigin): Promise<Token>;
  /**
   * AUT-01, AUT-14. Unknown user and wrong password cannot be told apart, neither by the answer nor by its time. `renews`: the
   * caller renews its token, and gets a short one.
   */
  withPassword(credentials: Credentials, renews: boolean, from: RequestOrigin): Promise<Token>;
  /** Signs the user of a one-time link in. Codes that are none are counted as wrong passwords are (AUT-14). */
  withLink(code: string, from: RequestOrigin): Promise<Token>;
  /** The next token of the session of this one, which may be past its end. */
  renewed(token: string | null, from: RequestOrigin): Promise<Token>;
};

const unknown = () => new Refusal("unauthorized", "Could not validate credentials");
/** For whoever knows the password alone: to anybody else the account is like one that is not there. */
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
        // Another first sign-in of theirs may have put its hash in place of the one they brought.
        const again = found.newHash === undefined ? null : await provePassword(store, given);
        if (again === null) throw error;
        return enter(again);
      });
    },
    withLink: async (code, from) => {
      const userId = links.redeem(code);
      const found = userId === null ? null : await accounts.byUserId(userId);
      // Nobody guesses a code, so a good one never waits for the failures of others.
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
  /** One of ours in place of the hash that they brought from another server. */
  readonly newHash?: string;
};

/** Null for an unknown user as for a wrong password, and after the same time. */
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
