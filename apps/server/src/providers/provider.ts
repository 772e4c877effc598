import { type GivenByClaims, givenByClaims } from "@postil/domain/accounts/claims";
import { usernameFrom } from "@postil/domain/accounts/sign-in";
import {
  AuthorizationResponseError,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  ResponseBodyError,
} from "openid-client";
import { type Attempt, ProviderFailed, type ProviderFailure, type Use } from "./attempts.ts";
import { AnsweredWithError, NotReached, NotTrusted } from "./bounded-fetch.ts";
import { type Dialect, github, openIdConnect } from "./dialects.ts";
import { createLogoutTokens, type LoggedOut } from "./logout-token.ts";
import { GITHUB, type ProviderSettings } from "./settings.ts";

/** Maximum time for one answer of a provider, and for each step of a sign-in as a whole. */
const PATIENCE_SECONDS = 8;
/** Time for which found endpoints are kept: they rarely change, and a change is found without a restart. */
const FOUND_FOR_MS = 60 * 60_000;
/** Time for which a failed provider is not asked again: people who click in the meantime get the same error. */
const FAILED_FOR_MS = 1000;
const LONGEST_NAME = 200;
/** Maximum number of calls to the provider at once: each uses a connection, and strangers may begin as many as they like. */
const MOST_AT_ONCE = 64;

export type Person = {
  readonly subject: string;
  readonly username: string;
  readonly firstName: string;
  /** "refused": the table of claims lets in somebody else. Null: there is no table. */
  readonly given: GivenByClaims | "refused" | null;
  /** The provider's id of its session; null: it tells none. */
  readonly sid: string | null;
};

export type Provider = {
  readonly settings: ProviderSettings;
  /** The URL to send the person to, with the parameters `extra`. Fails with a {@link ProviderFailed}. */
  begin(attempt: Attempt, redirectUri: string, extra: URLSearchParams): Promise<URL>;
  /** The person who returned to this URL. Fails with a {@link ProviderFailed}. */
  finish(attempt: Attempt, callback: URL): Promise<Person>;
  /** The session that the provider has ended; null for a token that is not good. Fails with a {@link ProviderFailed}. */
  loggedOut(token: string): Promise<LoggedOut | null>;
};

export type ProviderOptions = {
  /** Receives one line about a failure, for the operator. */
  readonly warn: (line: string) => void;
  /** Uses a logout token: each is good once. */
  readonly useToken: Use;
  readonly patienceSeconds?: number;
};

/** One provider. It is not contacted before somebody signs in. */
export function createProvider(
  settings: ProviderSettings,
  { warn, useToken, patienceSeconds = PATIENCE_SECONDS }: ProviderOptions,
): Provider {
  const dialect: Dialect = settings.name === GITHUB ? github : openIdConnect;
  let found: { readonly configuration: Promise<Configuration>; readonly until: number } | null = null;

  /** Connects once for all who arrive together. A provider that is down is not asked again at every click (AUT-42). */
  const connected = (): Promise<Configuration> => {
    if (found && found.until > Date.now()) return found.configuration;
    const asked = { configuration: dialect.connect(settings, patienceSeconds), until: Date.now() + FOUND_FOR_MS };
    found = asked;
    asked.configuration.catch(() => {
      asked.until = Date.now() + FAILED_FOR_MS;
    });
    return asked.configuration;
  };
  const failed = (error: unknown): ProviderFailed => {
    const reason = failureOf(error);
    if (reason !== "denied" && reason !== "codeRefused")
      warn(`Signing in with the provider "${settings.name}" failed: ${reason} (${describeFailure(error)}).`);
    return new ProviderFailed(reason);
  };
  const readLogoutToken = createLogoutTokens();
  let running = 0;
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= MOST_AT_ONCE) throw new ProviderFailed("busy");
    running++;
    try {
      return await within(patienceSeconds * 1000, work());
    } catch (error) {
      throw failed(error);
    } finally {
      running--;
    }
  };

  return {
    settings,
    begin: (attempt, redirectUri, extra) =>
      inTime(async () => {
        const address = buildAuthorizationUrl(await connected(), {
          ...Object.fromEntries(extra),
          redirect_uri: redirectUri,
          scope: settings.scope,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: "S256",
        });
        return address;
      }),
    finish: (attempt, callback) =>
      inTime(async () => {
        const told = await dialect.identify(await connected(), settings, callback, attempt);
        const { subject, calledBy, fullName, values, sid } = told;
        const username = calledBy === null ? null : usernameFrom(calledBy);
        if (username === null) throw new ProviderFailed("nameMissing");
        const firstName = (fullName ?? username).trim().slice(0, LONGEST_NAME) || username;
        const given = settings.claims && (givenByClaims(settings.claims, values) ?? "refused");
        if (given === "refused")
          warn(
            `The table of the provider "${settings.name}" has none of the ${values.size} values in the claim ${settings.claims?.path} of a person, who was refused.`,
          );
        return { subject, username, firstName, given, sid };
      }),
    loggedOut: async (token) => {
      const read = await inTime(async () => readLogoutToken(token, await connected()));
      if (read === null) return null;
      const { id, until, ...ended } = read;
      return (await useToken(JSON.stringify([settings.name, id]), until)) ? ended : null;
    },
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailed("late")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Error codes with which providers refuse an authorization code; the second one is GitHub's. */
const CODE_REFUSED = new Set(["invalid_grant", "bad_verification_code"]);

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailed) return error.reason;
  if (error instanceof NotReached) return "unreachable";
  if (error instanceof NotTrusted) return "untrusted";
  if (error instanceof AnsweredWithError) return "failing";
  if (error instanceof AuthorizationResponseError) return "denied";
  if (error instanceof ResponseBodyError) return CODE_REFUSED.has(error.error) ? "codeRefused" : "unreadable";
  if (codeOf(error) === "OAUTH_TIMEOUT") return "late";
  return codeOf(error) === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED" ? "clocks" : "unreadable";
}

/** A text for the log: what happened, without any data from the provider or the page except its error code. */
function describeFailure(error: unknown): string {
  if (error instanceof ResponseBodyError)
    return `it answered ${error.status} ${/^\w{1,60}$/.exec(error.error)?.[0] ?? ""}`;
  if (error instanceof NotReached || error instanceof NotTrusted || error instanceof AnsweredWithError)
    return error.message;
  return codeOf(error) || (error instanceof Error ? error.name : typeof error);
}
