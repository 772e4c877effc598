import { Refusal } from "@postil/domain/refusal";
import type { Caller } from "../storage/store.ts";
import { hashPassword, NO_PASSWORD, verifyPassword } from "../usecases/accounts/passwords.ts";
import type { Accounts } from "./accounts.ts";
import type { HandlerContext, PostilStore } from "./handler.ts";
import type { SignInLimit } from "./sign-in-limit.ts";
import { signedIn } from "./signed-in.ts";

type Parts = { readonly store: PostilStore; readonly accounts: Accounts; readonly limit: SignInLimit };
type Wanted = { readonly current?: string | undefined; readonly password: string };

export type OwnPassword = { change(wanted: Wanted, context: HandlerContext): Promise<void> };

/**
 * Changes the caller's own password. The caller must know the present one: an open page or a key is not enough (AUT-14). A
 * caller who has no password and no provider chooses the first one.
 */
export function createOwnPassword({ store, accounts, limit }: Parts): OwnPassword {
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
    change: async ({ current, password }, context) => {
      const { caller } = signedIn(context);
      const before = await proven(caller, current, context.address);
      const passwordHash = await hashPassword(password);
      await accounts.write("changeOwnPassword", caller, { before, passwordHash });
    },
  };
}
