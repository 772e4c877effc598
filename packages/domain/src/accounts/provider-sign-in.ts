/**
 * What the server answers when signing in with a provider does not succeed, and by which the page knows what to say. The
 * first five are the words of the reference server (contract api-v1 rows 62 and 63).
 */
export const PROVIDER_REFUSALS = {
  /** No provider is configured. */
  off: "OAuth2 is not enabled",
  codeMissing: "'code' parameter was not found in callback request",
  stateMissing: "'state' parameter was not found in callback request",
  /** The sign-in was begun in another browser, too long ago, or is over already. */
  stateMismatch: "'state' parameter does not match",
  /** AUT-22: there is an account of that name, and it is not this person's. */
  account: "Could not authenticate user",
  /** AUT-22: it is this person's, and providers let annotators in alone. */
  role: "An admin's or owner's account is not opened by a provider",
  deactivated: "This account is deactivated",
  denied: "The provider did not confirm who is signing in",
  /** The code was used already, or is too old. */
  codeRefused: "The provider does not take the code of this sign-in (any more)",
  nameMissing: "The provider did not tell a name that can be a username",
  unreachable: "The provider cannot be reached",
  /** Its authority is none that this server knows. */
  untrusted: "The provider's certificate is not trusted by this server",
  failing: "The provider answered with an error of its own",
  late: "The provider did not answer in time",
  busy: "Too many people are signing in with the provider at this moment",
  unreadable: "The provider's answer cannot be used",
  clocks: "The clocks of the provider and of this server differ too much",
  /** A redirect address of plain HTTP, which was not allowed. */
  insecure: "Signing in with a provider needs an address that begins with https",
} as const;

export type ProviderRefusal = keyof typeof PROVIDER_REFUSALS;

const REFUSALS = Object.keys(PROVIDER_REFUSALS) as ProviderRefusal[]; // the keys of that table

/** Which of these an answer is; null for any other text. */
export const providerRefusalOf = (detail: unknown): ProviderRefusal | null =>
  REFUSALS.find((refusal) => PROVIDER_REFUSALS[refusal] === detail) ?? null;

export const unknownProvider = (name: string): string => `Provider '${name}' not found`;

/**
 * What the way to a provider says in the query of the callback page when it ends before the provider: its `error`, a code of
 * OAuth 2.0 (RFC 6749 4.1.2.1) where that has one. Anybody can write it into a link; why it ended is told for the state beside it.
 */
export const errorBefore = (why: ProviderRefusal): string =>
  why === "insecure" ? "https_needed" : why === "unreadable" ? "server_error" : "temporarily_unavailable";
