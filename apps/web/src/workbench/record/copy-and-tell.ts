import { t } from "i18next";
import { notify } from "../../lib/toasts/store.ts";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";

/** Copies a text and says so, where the control that was pressed is gone by then. */
export async function copyAndTell(text: string, done: string): Promise<void> {
  const worked = await copyToClipboard(text);
  notify({ message: worked ? done : t("common.copyFailed"), type: worked ? "success" : "error" });
}
