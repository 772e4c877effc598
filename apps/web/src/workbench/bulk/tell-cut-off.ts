import "../../lib/i18n/bulk-texts.ts";
import i18next from "i18next";
import { notify } from "../../lib/toasts/store.ts";
import { takeCutOff } from "./cut-off.ts";

/** Tells, on the next page that its user opens, what a bulk action left out that ran when its page was left. */
export function tellCutOff(userId: string): void {
  const cutOff = takeCutOff(userId);
  if (cutOff === null || cutOff.left === 0) return;
  const { total, left, underway } = cutOff;
  notify({
    message: i18next.t("bulk.partial", { count: left, of: total }),
    detail: i18next.t("bulk.cutOff", { count: underway }),
    type: "warning",
    permanent: true,
    keep: true,
  });
}
