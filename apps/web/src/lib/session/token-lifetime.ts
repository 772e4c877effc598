import { asObject } from "@postil/domain/json-object";

/** When a token was issued, by the server's clock, and for how long, ms. */
export type TokenLifetime = { readonly from: number; readonly length: number };

/** The lifetime written in a token. Null when it holds none. */
export function readLifetime(token: string): TokenLifetime | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { iat, exp } = asObject(JSON.parse(atob(payload))) ?? {};
    if (typeof iat !== "number" || typeof exp !== "number" || exp <= iat) return null;
    return { from: iat * 1000, length: (exp - iat) * 1000 };
  } catch {
    // Not a token of this server. The server then says when it expires.
    return null;
  }
}

/**
 * True if two thirds of the token's life are over. It uses this machine's clock, and the time since the token was first seen,
 * because a clock may be wrong by hours. The next try is at least a third of the life later, so that a wrong clock costs
 * little.
 */
export function isDue(
  { from, length }: TokenLifetime,
  at: { readonly now: number; readonly seen: number; readonly tried: number },
): boolean {
  return at.now - Math.min(from, at.seen) >= (length * 2) / 3 && at.now - at.tried >= length / 3;
}
