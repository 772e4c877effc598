/** Why somebody has to wait before they may try to sign in (AUT-14); when they may is said behind it. */
export const TOO_MANY_SIGN_INS = {
  failed: "Too many sign-ins from this network have failed.",
  /** None of them may have failed: how they end is not known yet. */
  underWay: "Too many people on this network are signing in at this moment.",
} as const;

/** What a refusal says that begins with one of these; null for any other text. */
export function tooManySignInsOf(detail: unknown): keyof typeof TOO_MANY_SIGN_INS | null {
  if (typeof detail !== "string") return null;
  return (["failed", "underWay"] as const).find((why) => detail.startsWith(TOO_MANY_SIGN_INS[why])) ?? null;
}
