import type { User } from "@postil/domain/accounts/users";
import { errors, jwtVerify, SignJWT } from "jose";

/** Signed tokens that name the user id and expire (AUT-14, contract api-v1 1.1). */
export type Tokens = {
  issue(user: Pick<User, "id" | "firstName" | "username" | "role">): Promise<string>;
  /** The user id, or null for a token that is forged, broken or expired. */
  verify(token: string): Promise<string | null>;
};

/** Tokens verified lately, so that a page's requests do not pay for the same signature again and again. */
const KEPT = 10_000;

export function createTokens(secret: Uint8Array, lifetimeSeconds: number): Tokens {
  const verified = new Map<string, { readonly userId: string; readonly until: number }>();

  return {
    issue: (user) =>
      new SignJWT({ identity: user.id, name: user.firstName, username: user.username, role: user.role })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(secret),
    verify: async (token) => {
      const known = verified.get(token);
      if (known && known.until > Date.now()) return known.userId;
      verified.delete(token);
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          requiredClaims: ["exp", "identity"],
        });
        const userId = String(payload.identity);
        if (verified.size < KEPT) verified.set(token, { userId, until: (payload.exp ?? 0) * 1000 });
        return userId;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
