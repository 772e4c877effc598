import type { WireToken } from "@postil/contract/entities/accounts";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { z } from "zod";
import { verifyPassword } from "../usecases/accounts/passwords.ts";
import type { Accounts } from "./accounts.ts";
import { TooManyAttempts } from "./errors.ts";
import type { PostilStore } from "./handler.ts";
import type { SignInLimit } from "./sign-in-limit.ts";
import type { SignInLinks } from "./sign-in-links.ts";
import type { Tokens } from "./tokens.ts";

type Token = z.output<typeof WireToken>;
type Credentials = { readonly username: string; readonly password: string };

export type SignInParts = {
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly limit: SignInLimit;
  readonly links: SignInLinks;
};

export type SignIn = {
  /** AUT-01, AUT-14. Unknown user and wrong password cannot be told apart, neither by the answer nor by its time. */
  withPassword(credentials: Credentials, address: string): Promise<Token>;
  /** Signs the user of a one-time link in. */
  withLink(code: string): Promise<Token>;
};

const unknown = () => new Refusal("unauthorized", "Could not validate credentials");

export function createSignIn({ store, accounts, tokens, limit, links }: SignInParts): SignIn {
  const tokenFor = async (user: User): Promise<Token> => ({
    access_token: await tokens.issue(user),
    token_type: "bearer",
  });
  return {
    withPassword: async ({ username, password }, address) => {
      const wait = limit.attempt(address, username);
      if (wait !== null) throw new TooManyAttempts(wait);
      const found = await store.read("findCredentials", null, { username });
      const right = await verifyPassword(found?.passwordHash ?? null, password);
      if (!found || !right) throw unknown();
      limit.succeeded(address, username);
      return tokenFor(found.user);
    },
    withLink: async (code) => {
      const userId = links.redeem(code);
      const found = userId === null ? null : await accounts.byUserId(userId);
      if (!found) throw new Refusal("unauthorized", "This sign-in link was used already, or is too old.");
      return tokenFor(found.user);
    },
  };
}
