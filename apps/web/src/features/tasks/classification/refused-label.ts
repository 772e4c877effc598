import { isTooLong } from "@postil/domain/tasks/labels";
import i18next from "i18next";
import { notify } from "../../../lib/toasts/store.ts";

/**
 * Whether no record can be given a label, which may stand in the settings all the same (docs/contract/api-v0.md, 5.2). Whoever chooses it
 * is told so, and nothing is tried that the server refuses.
 */
export function isRefused(label: string): boolean {
  const refused = isTooLong(label);
  if (refused) notify({ message: i18next.t("tasks.labelTooLong"), type: "warning" });
  return refused;
}
