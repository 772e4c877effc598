import type { WireToken } from "@postil/contract/accounts/sign-in";
import type { AuditEventOf } from "@postil/domain/accounts/audit";
import { INVITATION_REFUSALS, type InvitationSeen } from "@postil/domain/accounts/invitations";
import {
  NO_PASSWORDS,
  PASSWORD_MISTAKES,
  type PasswordRules,
  passwordMistake,
} from "@postil/domain/accounts/passwords";
import { tokenExpires } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { z } from "zod";
import type { SignInLinks } from "../shared/shared.ts";
import type { Caller, RequestOrigin } from "../storage/store.ts";
import { hashPassword, isBroughtHash, NO_PASSWORD, verifyPassword } from "../usecases/accounts/credentials.ts";
import type { LiveSession, NewSession, ThroughProvider } from "../usecases/accounts/sessions.ts";
import type { Credentials as StoredCredentials } from "../usecases/accounts/sign-in.ts";
import { type SignInLimit, shownNetworkOf } from "./attempts.ts";
import type { Accounts } from "./authenticate.ts";
import { type HandlerContext, type PostilStore, signedIn } from "./handler.ts";
import type { Tokens } from "./tokens.ts";

type Token = z.output<typeof WireToken>;
type Credentials = { readonly username: string; readonly password: string };
type How = AuditEventOf<"signed_in">["told"];
type Proof = Pick<NewSession, "passwordHash" | "newHash">;

/** Failed link codes are counted under this name. No user name has a space, so it cannot be a user name. */
const ANY_LINK = "the code of a one-time link";

/** For a sign-in by a provider, a link or an invitation. */
const OTHERWISE: Proof = { passwordHash: null };

type Parts = {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly limit: SignInLimit;
  readonly passwords: PasswordRules;
};

type Names = Pick<User, "username" | "firstName" | "lastName">;

/**
 * Refuses a new password that breaks the rules of this server. Without a person only its length is checked: calls of Argilla
 * accept what they accepted there (COM-14).
 */
export function requireGoodPassword({ min }: PasswordRules, password: string, person: Names | null): void {
  const names = person === null ? [] : [person.username, person.firstName, person.lastName ?? ""];
  const mistake = passwordMistake(password, min, names);
  if (mistake === null || (person === null && (mistake === "common" || mistake === "name"))) return;
  throw new Refusal("unprocessable", PASSWORD_MISTAKES[mistake](min));
}

/** COM-01: refuses every call by which a person would get or use a password, before anything is compared. */
export function requirePasswords({ accepted }: PasswordRules, code: "forbidden" | "conflict" = "conflict"): void {
  if (!accepted) throw new Refusal(code, NO_PASSWORDS);
}

const unknown = () => new Refusal("unauthorized", "Could not validate credentials");
/** Only a caller who knows the password sees this. For others the account looks as if it does not exist. */
const deactivated = () => new Refusal("forbidden", "This account is deactivated; an owner can let you in again.");

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(parts: Parts & { readonly tokens: Tokens; readonly links: SignInLinks }) {
  const { store, accounts, tokens, limit, links, passwords } = parts;
  const { lifetimes } = tokens;
  const tokenOf = async (user: User, renews: boolean, { id, number, expiresAt }: LiveSession): Promise<Token> => ({
    access_token: await tokens.issue(user, {
      session: id,
      number,
      expiresAt: tokenExpires(Date.now() * 1000, renews, expiresAt, lifetimes),
    }),
    token_type: "bearer",
  });
  const letIn = async (
    user: User,
    proof: Proof,
    renews: boolean,
    told: How,
    from: RequestOrigin,
    through: ThroughProvider | null = null,
  ) => {
    const { id, username } = user;
    const network = shownNetworkOf(from.address);
    const begun = { user: { id, username }, ...proof, renews, lifetimes, told, from, network, through };
    return tokenOf(user, renews, await store.write("beginSession", null, begun));
  };
  return {
    /** Signs in a user whose identity was checked elsewhere. */
    tokenFor: (user: User, told: How, from: RequestOrigin, through: ThroughProvider | null = null) =>
      letIn(user, OTHERWISE, true, told, from, through),
    /**
     * AUT-01, AUT-14. An unknown user and a wrong password give the same answer after the same time. `renews`: the client
     * renews its token, so it gets a short-lived one.
     */
    withPassword: async (given: Credentials, renews: boolean, from: RequestOrigin): Promise<Token> => {
      requirePasswords(passwords, "forbidden");
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
    /** Signs in the user of a one-time link. Invalid codes are counted as wrong passwords are (AUT-14). */
    withLink: async (code: string, from: RequestOrigin): Promise<Token> => {
      const userId = await links.redeem(code);
      const found = userId === null ? null : await accounts.byUserId(userId);
      // A code cannot be guessed, so a good code never waits for other people's failures.
      if (found) return letIn(found.user, OTHERWISE, true, { how: "link" }, from);
      await limit.attempt(from.address, ANY_LINK, async () => null);
      await store.write("noteFailedSignIn", null, { username: null, told: { how: "link" }, from });
      throw new Refusal("unauthorized", "This sign-in link was used already, or is too old.");
    },
    /** The next token of this token's session; the given token may have expired. */
    renewed: async (token: string | null, from: RequestOrigin): Promise<Token> => {
      const claims = token === null ? null : await tokens.verifyPast(token);
      if (claims === null) throw new Refusal("unauthorized", "Invalid token");
      const renewed = await store.write("renewSession", null, { ...claims, lifetimes, from });
      if (renewed !== "reused") return tokenOf(renewed.user, true, renewed.session);
      accounts.forget();
      throw new Refusal("unauthorized", "Could not validate credentials", undefined, { ended: renewed });
    },
  };
}

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

/** Failed codes are counted under this name. No user name has a space, so it cannot be a user name. */
const ANY_CODE = "the code of an invitation";

export type Invitations = ReturnType<typeof createInvitations>;

/** Sign-in with the link of an invitation. Invalid codes are counted as wrong passwords are (AUT-14). */
export function createInvitations({ store, accounts, limit, passwords, signIn }: Parts & { readonly signIn: SignIn }) {
  const failed = async (code: string, from: RequestOrigin, refusal: Refusal): Promise<never> => {
    await store.write("noteFailedInvitation", null, { code, from });
    throw refusal;
  };
  const read = async (code: string, from: RequestOrigin): Promise<InvitationSeen> => {
    const seen = await limit.attempt(from.address, ANY_CODE, () => store.read("readInvitation", null, { code }));
    return seen ?? failed(code, from, new Refusal("unauthorized", INVITATION_REFUSALS.unknown));
  };
  return {
    read,
    accept: async (given: { readonly code: string; readonly password: string }, from: RequestOrigin) => {
      requirePasswords(passwords);
      const { code, password } = given;
      // The code is checked first: a hash is expensive, and is not made for a link that is not valid.
      const { state, person } = await read(code, from);
      if (state !== "open") return failed(code, from, new Refusal("conflict", INVITATION_REFUSALS[state]));
      requireGoodPassword(passwords, password, person);
      const passwordHash = await hashPassword(password);
      const user = await accounts.write("acceptInvitation", null, { code, passwordHash, from });
      return signIn.tokenFor(user, { how: "invitation" }, from);
    },
  };
}

type Wanted = { readonly current?: string | undefined; readonly password: string };

export type OwnPassword = ReturnType<typeof createOwnPassword>;

/**
 * Changes the caller's own password. The caller must know the present one: an open page or a key is not enough (AUT-14). A
 * caller who has no password and no provider chooses the first one.
 */
export function createOwnPassword({ store, accounts, limit, passwords }: Parts) {
  /** The current hash, after the caller has proved to know the password. */
  const proven = async (caller: Caller, current: string | undefined, address: string): Promise<string> => {
    const { set, provider } = await store.read("getOwnPassword", caller, undefined);
    if (!set) {
      if (provider !== null) throw new Refusal("unprocessable", "This account has no password that could be changed");
      // A key does not prove a person: owners can read it, and scripts contain it.
      if (!caller.from?.session) throw new Refusal("unprocessable", "The first password is chosen by who is signed in");
      return NO_PASSWORD;
    }
    const hash = await limit.attempt(address, caller.username, async () => {
      const { credentials } = await store.read("findCredentials", null, caller);
      if (!credentials || current === undefined) return null;
      return (await verifyPassword(credentials.passwordHash, current)) ? credentials.passwordHash : null;
    });
    if (hash !== null) return hash;
    await store.write("noteRefusedPassword", caller, undefined);
    throw new Refusal("unprocessable", "The password now is another one");
  };
  return {
    change: async ({ current, password }: Wanted, context: HandlerContext): Promise<void> => {
      const { caller, user } = signedIn(context);
      requirePasswords(passwords);
      const before = await proven(caller, current, context.address);
      requireGoodPassword(passwords, password, user);
      const passwordHash = await hashPassword(password);
      await accounts.write("changeOwnPassword", caller, { before, passwordHash });
    },
  };
}
