import { elsewhereOf } from "@postil/contract/wire/elsewhere";
import { t } from "i18next";
import "../i18n/en/elsewhere.ts";
import { failureOf } from "./failure.ts";

/**
 * The sentence for a refusal by one of several servers, because another one has what was asked for: what happened and what
 * to do. Null for any other failure.
 */
export function elsewhereText(error: unknown, what: "file" | "export" | "snapshot"): string | null {
  const where = elsewhereOf(failureOf(error)?.body);
  if (where === null) return null;
  const { asked, has } = where;
  if (what === "export") return t("elsewhere.export", { asked });
  if (what === "file") return t("elsewhere.file", { asked });
  return has === null ? t("elsewhere.snapshotSomewhere", { asked }) : t("elsewhere.snapshot", { asked, has });
}
