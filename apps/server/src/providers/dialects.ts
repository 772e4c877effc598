import { claimAt, claimValues } from "@postil/domain/accounts/claims";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
} from "openid-client";
import { z } from "zod";
import type { Attempt } from "./attempts.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { idOf } from "./logout-token.ts";
import type { ProviderSettings } from "./settings.ts";

/** A person as the provider describes them. */
export type Told = {
  readonly subject: string;
  /** Null: the provider gives no name. */
  readonly calledBy: string | null;
  readonly fullName: string | null;
  /** The texts of the claim that decides about roles. */
  readonly values: ReadonlySet<string>;
  /** The provider's id of its session; null: it tells none. */
  readonly sid: string | null;
};

/** The differences between kinds of providers. Both functions may fail in any way. */
export type Dialect = {
  /** `patienceSeconds`: maximum time to wait for each answer. */
  connect(settings: ProviderSettings, patienceSeconds: number): Promise<Configuration>;
  /** Exchanges the code in the callback's URL for the person's identity. */
  identify(configuration: Configuration, settings: ProviderSettings, callback: URL, attempt: Attempt): Promise<Told>;
};

/** Maximum difference between the clocks of two machines. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Asks the issuer for its endpoints. */
async function connect(
  { issuer, clientId, clientSecret }: ProviderSettings,
  patienceSeconds: number,
): Promise<Configuration> {
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const insecure = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  const found = await discovery(new URL(issuer), clientId, metadata, ClientSecretPost(clientSecret), {
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: patienceSeconds,
    [customFetch]: boundedFetch,
  });
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  if (methods.includes("client_secret_post")) return found;
  const basic = new Configuration(found.serverMetadata(), clientId, metadata, ClientSecretBasic(clientSecret));
  for (const option of [...insecure, enableNonRepudiationChecks]) option(basic);
  basic.timeout = patienceSeconds;
  basic[customFetch] = boundedFetch;
  return basic;
}

const Claims = z.looseObject({
  sub: z.string().min(1),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
});
type Claims = z.output<typeof Claims>;

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The person's name in the claims. From an email address the part before the @ is used, which is unique at that provider. */
const nameIn = (claims: Claims, usernameClaim: string | null): string | null =>
  usernameClaim === null
    ? (textOf(claims.preferred_username) ?? textOf(claims.email?.split("@", 1)[0]))
    : textOf(claims[usernameClaim]);

/** Any OpenID provider, found by its issuer. */
export const openIdConnect: Dialect = {
  connect,
  identify: async (configuration, { usernameClaim, claims: table }, callback, { state, nonce, verifier }) => {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await authorizationCodeGrant(configuration, callback, checks);
    const inToken = Claims.parse(tokens.claims());
    const tellsMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const lacks =
      nameIn(inToken, usernameClaim) === null || (table !== null && claimAt(inToken, table.path) === undefined);
    const claims =
      lacks && tellsMore
        ? { ...inToken, ...Claims.parse(await fetchUserInfo(configuration, tokens.access_token, inToken.sub)) }
        : inToken;
    return {
      subject: claims.sub,
      calledBy: nameIn(claims, usernameClaim),
      fullName: textOf(claims.name),
      values: claimValues(table === null ? undefined : claimAt(claims, table.path)),
      sid: idOf(inToken.sid),
    };
  },
};

const PUBLIC = "https://github.com";

const trimmed = (issuer: string): string => issuer.replace(/\/+$/, "");

/** On an Enterprise Server the API is below the server's own address. */
const userAddress = (issuer: string): URL =>
  new URL(trimmed(issuer) === PUBLIC ? "https://api.github.com/user" : `${trimmed(issuer)}/api/v3/user`);

/** GitHub refuses a code with status 200 and an error in the body; this makes it status 400. */
const withStatus: CustomFetch = async (url, options) => {
  const response = await boundedFetch(url, options);
  const text = await response.text();
  const status = response.status === 200 && /^\s*\{\s*"error"/.test(text) ? 400 : response.status;
  return new Response(text === "" ? null : text, { status, headers: response.headers });
};

const GithubUser = z.looseObject({
  id: z.number().int(),
  login: z.string().min(1),
  name: z.string().nullish(),
});

/** GitHub and GitHub Enterprise Server: OAuth 2 with their own endpoints, and a separate request for the account. */
export const github: Dialect = {
  connect: async ({ issuer, clientId, clientSecret }, patienceSeconds) => {
    const oauth = `${trimmed(issuer)}/login/oauth`;
    const metadata = {
      issuer: oauth,
      authorization_endpoint: `${oauth}/authorize`,
      token_endpoint: `${oauth}/access_token`,
    };
    const configuration = new Configuration(metadata, clientId, undefined, ClientSecretPost(clientSecret));
    if (issuer.startsWith("http:")) allowInsecureRequests(configuration);
    configuration.timeout = patienceSeconds;
    configuration[customFetch] = withStatus;
    return configuration;
  },
  identify: async (configuration, { issuer, usernameClaim }, callback, { state, verifier }) => {
    const checks = { expectedState: state, pkceCodeVerifier: verifier };
    const { access_token } = await authorizationCodeGrant(configuration, callback, checks);
    const headers = new Headers({ accept: "application/vnd.github+json", "user-agent": "Postil" });
    const reply = await fetchProtectedResource(configuration, access_token, userAddress(issuer), "GET", null, headers);
    const user = GithubUser.parse(await reply.json());
    const called = usernameClaim === null ? user.login : user[usernameClaim];
    return {
      subject: String(user.id),
      calledBy: typeof called === "string" ? called : null,
      fullName: user.name || null,
      values: new Set(),
      sid: null,
    };
  },
};
