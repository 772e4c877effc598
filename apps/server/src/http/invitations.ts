import { INVITATION_REFUSALS, type InvitationSeen } from "@postil/domain/accounts/invitations";
import { Refusal } from "@postil/domain/refusal";
import type { RequestOrigin } from "../storage/store.ts";
import { hashPassword } from "../usecases/accounts/passwords.ts";
import type { Accounts } from "./accounts.ts";
import type { PostilStore } from "./handler.ts";
import type { SignIn } from "./sign-in.ts";
import type { SignInLimit } from "./sign-in-limit.ts";

/** Failed codes are counted under this name. No user name has a space, so it cannot be a user name. */
const ANY_CODE = "the code of an invitation";

export type Invitations = {
  read(code: string, from: RequestOrigin): Promise<InvitationSeen>;
  accept(
    given: { readonly code: string; readonly password: string },
    from: RequestOrigin,
  ): ReturnType<SignIn["tokenFor"]>;
};

/** Sign-in with the link of an invitation. Invalid codes are counted as wrong passwords are (AUT-14). */
export function createInvitations(parts: {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly limit: SignInLimit;
}): Invitations {
  const { store, accounts, signIn, limit } = parts;
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
    accept: async ({ code, password }, from) => {
      // The code is checked first: a hash is expensive, and is not made for a link that is not valid.
      const { state } = await read(code, from);
      if (state !== "open") return failed(code, from, new Refusal("conflict", INVITATION_REFUSALS[state]));
      const passwordHash = await hashPassword(password);
      const user = await accounts.write("acceptInvitation", null, { code, passwordHash, from });
      return signIn.tokenFor(user, { how: "invitation" }, from);
    },
  };
}
