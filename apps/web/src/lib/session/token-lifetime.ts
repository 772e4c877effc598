import { asObject } from "@postil/domain/json-object";

/** When a token was given out, by the server's clock, and for how long, ms. */
export type TokenLifetime = { readonly from: number; readonly length: number };

/** What a token says of its own life; null for one that says nothing of it. */
export function readLifetime(token: string): TokenLifetime | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { iat, exp } = asObject(JSON.parse(atob(payload))) ?? {};
    if (typeof iat !== "number" || typeof exp !== "number" || exp <= iat) return null;
    return { from: iat * 1000, length: (exp - iat) * 1000 };
  } catch {
    // Not one of ours: then the server says when it is over.
    return null;
  }
}

/**
 * Whether two thirds of its life are over, by the clock of this machine or by the time it has been seen for: a clock may be
 * wrong by hours. It is tried again after another third at the earliest, so that a wrong clock costs little.
 */
export function isDue(
  { from, length }: TokenLifetime,
  at: { readonly now: number; readonly seen: number; readonly tried: number },
): boolean {
  return at.now - Math.min(from, at.seen) >= (length * 2) / 3 && at.now - at.tried >= length / 3;
}
