import type { PasswordRules } from "@postil/domain/accounts/passwords";
import { PASSWORD } from "@postil/domain/datasets/names";

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The rules of sign-in. The server writes those that are not the usual ones into the entry document (COM-01, COM-14). */
export const passwordRules = (): PasswordRules => ({
  accepted: metaOf("sign-in") !== "provider",
  min: Number(metaOf("password-min") ?? PASSWORD.min),
});
