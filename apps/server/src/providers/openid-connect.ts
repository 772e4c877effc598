import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import { z } from "zod";
import { boundedFetch } from "./bounded-fetch.ts";
import type { Dialect } from "./dialect.ts";
import type { ProviderSettings } from "./settings.ts";

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
  identify: async (configuration, { usernameClaim }, callback, { state, nonce, verifier }) => {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await authorizationCodeGrant(configuration, callback, checks);
    const inToken = Claims.parse(tokens.claims());
    const tellsMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const claims =
      nameIn(inToken, usernameClaim) === null && tellsMore
        ? { ...inToken, ...Claims.parse(await fetchUserInfo(configuration, tokens.access_token, inToken.sub)) }
        : inToken;
    return { subject: claims.sub, calledBy: nameIn(claims, usernameClaim), fullName: textOf(claims.name) };
  },
};
