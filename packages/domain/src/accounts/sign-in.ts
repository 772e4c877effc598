import { USERNAME } from "../datasets/names.ts";

/**
 * The server's answers when a sign-in with a provider fails; the page recognises the cause by them. The first five are
 * the texts of the reference server (contract api-v1 rows 62 and 63).
 */
export const PROVIDER_REFUSALS = {
  /** No provider is configured. */
  off: "OAuth2 is not enabled",
  codeMissing: "'code' parameter was not found in callback request",
  stateMissing: "'state' parameter was not found in callback request",
  /** The sign-in began in another browser, began too long ago, or is finished already. */
  stateMismatch: "'state' parameter does not match",
  /** AUT-22: an account with that name exists and belongs to another person. */
  account: "Could not authenticate user",
  /** AUT-22: the account is this person's, but providers can sign in annotators only. */
  role: "An admin's or owner's account is not opened by a provider",
  deactivated: "This account is deactivated",
  /** COM-05: the table of claims names none of the person's groups or roles. */
  notNamed: "The provider names no group or role that lets you in here",
  /** COM-02: the person of an invitation has an account by this provider already. */
  hasAccount: "Another account belongs to this person at the provider",
  denied: "The provider did not confirm who is signing in",
  /** The code was used already or has expired. */
  codeRefused: "The provider does not take the code of this sign-in (any more)",
  nameMissing: "The provider did not tell a name that can be a username",
  unreachable: "The provider cannot be reached",
  /** This server does not know the certificate's authority. */
  untrusted: "The provider's certificate is not trusted by this server",
  failing: "The provider answered with an error of its own",
  late: "The provider did not answer in time",
  busy: "Too many people are signing in with the provider at this moment",
  unreadable: "The provider's answer cannot be used",
  clocks: "The clocks of the provider and of this server differ too much",
  /** The redirect address uses plain HTTP, which is not allowed. */
  insecure: "Signing in with a provider needs an address that begins with https",
} as const;

export type ProviderRefusal = keyof typeof PROVIDER_REFUSALS;

const REFUSALS = Object.keys(PROVIDER_REFUSALS) as ProviderRefusal[]; // the keys of that table

/** The refusal with this text; null for any other text. */
export const providerRefusalOf = (detail: unknown): ProviderRefusal | null =>
  REFUSALS.find((refusal) => PROVIDER_REFUSALS[refusal] === detail) ?? null;

export const unknownProvider = (name: string): string => `Provider '${name}' not found`;

/**
 * The `error` in the query of the callback page when a sign-in fails before it reaches the provider: a code of OAuth
 * 2.0 (RFC 6749 4.1.2.1) where one exists. Anyone can write it into a link, so the real reason is stored with the state
 * beside it.
 */
export const errorBefore = (why: ProviderRefusal): string =>
  why === "insecure" ? "https_needed" : why === "unreadable" ? "server_error" : "temporarily_unavailable";

const LONGEST = 100;

/**
 * The username for a person with this name at a provider: letters without accents, and `-` in place of characters that
 * a username may not have. Null if no valid name remains.
 */
export function usernameFrom(told: string): string | null {
  const name = told
    .slice(0, 4 * LONGEST)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
  return USERNAME.pattern.test(name) ? name : null;
}

/** The name, or the first numbered one that is free in any case: names that differ only in case are confused. */
export function freeUsername(name: string, isTaken: (lowerCase: string) => boolean): string {
  for (let number = 2, free = name; ; number++) {
    if (!isTaken(free.toLowerCase())) return free;
    const end = `-${number}`;
    free = name.slice(0, LONGEST - end.length) + end;
  }
}

/** The reasons why a person must wait before signing in (AUT-14); the time to wait follows the text. */
export const TOO_MANY_SIGN_INS = {
  failed: "Too many sign-ins from this network have failed.",
  /** None of them has failed yet: their results are still unknown. */
  underWay: "Too many people on this network are signing in at this moment.",
} as const;

/** The reason with which a refusal begins; null for any other text. */
export function tooManySignInsOf(detail: unknown): keyof typeof TOO_MANY_SIGN_INS | null {
  if (typeof detail !== "string") return null;
  return (["failed", "underWay"] as const).find((why) => detail.startsWith(TOO_MANY_SIGN_INS[why])) ?? null;
}
