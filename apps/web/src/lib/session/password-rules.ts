import "../i18n/en/password-rules.ts";
import { type PasswordRules, passwordMistake, USUAL_PASSWORD_RULES } from "@postil/domain/accounts/passwords";
import { t } from "i18next";

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The rules of sign-in. The server writes those that are not the usual ones into the entry document (COM-01, COM-14). */
export const passwordRules = (): PasswordRules => ({
  accepted: metaOf("sign-in") !== "provider",
  min: Number(metaOf("password-min") ?? USUAL_PASSWORD_RULES.min),
});

/** If a new password may be used, and what is wrong with it besides its length, which fields say in their own words. */
export function judgePassword(password: string, names: readonly string[]): { fits: boolean; told: string | null } {
  const mistake = passwordMistake(password, passwordRules().min, names);
  return {
    fits: mistake === null,
    told: mistake === "common" || mistake === "name" ? t(`passwordRules.${mistake}`) : null,
  };
}
