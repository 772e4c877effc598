import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  fetchProtectedResource,
} from "openid-client";
import { z } from "zod";
import { boundedFetch } from "./bounded-fetch.ts";
import type { Dialect } from "./dialect.ts";

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
    };
  },
};
