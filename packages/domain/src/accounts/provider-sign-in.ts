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
