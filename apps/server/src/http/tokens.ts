import type { Lifetimes } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import type { Micros } from "@postil/domain/time";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";

/** Content of a token: its user, its session, and its number within the session. */
export type TokenClaims = { readonly userId: string; readonly session: string; readonly number: number };

type Named = Pick<User, "id" | "firstName" | "username" | "role">;
type Issued = { readonly session: string; readonly number: number; readonly expiresAt: Micros };

export type Tokens = ReturnType<typeof createTokens>;

/** Maximum number of verified tokens in the cache. It saves checking the same signature for each request of a page. */
const KEPT = 10_000;

/** Signed tokens that name the user and the session, and expire (AUT-14, contract api-v1 1.1). */
export function createTokens(secret: Uint8Array, lifetimes: Lifetimes) {
  const verified = new Map<string, { readonly claims: TokenClaims; readonly until: number }>();
  const read = async (token: string, options: { readonly currentDate?: Date } = {}): Promise<JWTPayload> => {
    const requiredClaims = ["exp", "identity", "session", "number"];
    return (await jwtVerify(token, secret, { algorithms: ["HS256"], requiredClaims, ...options })).payload;
  };

  return {
    lifetimes,
    issue: ({ id, firstName, username, role }: Named, { session, number, expiresAt }: Issued): Promise<string> =>
      // The session comes first: the page compares the start of tokens to find those of one session.
      new SignJWT({ session, identity: id, name: firstName, username, role, number })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt / 1_000_000))
        .sign(secret),
    /** Null for a token that is forged or broken. */
    verify: async (token: string): Promise<TokenClaims | "expired" | null> => {
      const known = verified.get(token);
      if (known && known.until > Date.now()) return known.claims;
      verified.delete(token);
      try {
        const payload = await read(token);
        const claims = claimsOf(payload);
        if (verified.size < KEPT) verified.set(token, { claims, until: (payload.exp ?? 0) * 1000 });
        return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) return "expired";
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    /** The content of a token that may have expired: for its renewal. */
    verifyPast: async (token: string): Promise<TokenClaims | null> => {
      try {
        return claimsOf(await read(token, { currentDate: new Date(0) }));
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

const claimsOf = ({ identity, session, number }: JWTPayload): TokenClaims => ({
  userId: String(identity),
  session: String(session),
  number: Number(number),
});
