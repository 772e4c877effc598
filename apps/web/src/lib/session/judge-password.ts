import "../i18n/en/password-rules.ts";
import { passwordMistake } from "@postil/domain/accounts/passwords";
import { t } from "i18next";
import { passwordRules } from "./sign-in-rules.ts";

/** If a new password may be used, and what is wrong with it besides its length, which fields say in their own words. */
export function judgePassword(password: string, names: readonly string[]): { fits: boolean; told: string | null } {
  const mistake = passwordMistake(password, passwordRules().min, names);
  const told = mistake === "common" ? t("passwordRules.common") : mistake === "name" ? t("passwordRules.name") : null;
  return { fits: mistake === null, told };
}
