/** The reasons why a person must wait before signing in (AUT-14); the time to wait follows the text. */
export const TOO_MANY_SIGN_INS = {
  failed: "Too many sign-ins from this network have failed.",
  /** None of them has failed yet: their results are still unknown. */
  underWay: "Too many people on this network are signing in at this moment.",
} as const;

/** The reason with which a refusal begins; null for any other text. */
export function tooManySignInsOf(detail: unknown): keyof typeof TOO_MANY_SIGN_INS | null {
  if (typeof detail !== "string") return null;
  return (["failed", "underWay"] as const).find((why) => detail.startsWith(TOO_MANY_SIGN_INS[why])) ?? null;
}
