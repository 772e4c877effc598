import { asObject } from "@postil/domain/json-object";
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { Configuration } from "openid-client";
import { boundedFetch } from "./bounded-fetch.ts";

/** The session that a provider has ended: by its own id of it, or all sessions of a subject. */
export type LoggedOut = { readonly sid: string | null; readonly subject: string | null };
/** A good token. `id`: what the provider calls it. `until`: no clock that is right enough takes it later; epoch milliseconds. */
type LogoutToken = LoggedOut & { readonly id: string; readonly until: number };

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Longer ids are none. */
const LONGEST_ID = 200;
/** Signatures by a key that only the provider has. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const GOOD_FOR_SECONDS = 120;
const CLOCK_TOLERANCE_SECONDS = 60;

/** The provider's id of a session, or of a token; null for anything else. */
export const idOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_ID ? value : null;

const fetchKeys: FetchImplementation = (url, { headers, ...options }) =>
  boundedFetch(url, { ...options, headers: Object.fromEntries(headers), body: null });

/** Reads logout tokens of one provider (OpenID Connect Back-Channel Logout 1.0, 2.4 to 2.6; COM-13). */
export function createLogoutTokens(now: () => number = Date.now) {
  const keys = new Map<string, JWTVerifyGetKey>();
  /** The library asks for the keys again after half a minute at the earliest, whatever tokens arrive. */
  const keysAt = (address: string): JWTVerifyGetKey => {
    const known = keys.get(address) ?? createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys });
    keys.clear();
    keys.set(address, known);
    return known;
  };
  /** Null for a token that is forged, too old, for another client or none. Whether it was used before is not known here. */
  return async (token: string, configuration: Configuration): Promise<LogoutToken | null> => {
    const { issuer, jwks_uri } = configuration.serverMetadata();
    if (jwks_uri === undefined) return null;
    try {
      const { payload } = await jwtVerify(token, keysAt(jwks_uri), {
        issuer,
        audience: configuration.clientMetadata().client_id,
        algorithms: ALGORITHMS,
        maxTokenAge: GOOD_FOR_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ["jti", "events"],
        currentDate: new Date(now()),
      });
      const { jti, sub, sid, events, nonce, iat = 0 } = payload;
      const [id, subject, session] = [idOf(jti), idOf(sub), idOf(sid)];
      // A token with a nonce is an ID token.
      const isLogout = asObject(asObject(events)?.[EVENT]) !== null && nonce === undefined;
      if (!isLogout || id === null || (subject === null && session === null)) return null;
      const until = (iat + GOOD_FOR_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;
      return { sid: session, subject, id, until };
    } catch (error) {
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return null;
      throw error;
    }
  };
}
