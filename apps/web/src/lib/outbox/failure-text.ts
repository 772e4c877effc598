import type { Failure } from "@postil/domain/outbox/outbox-entry";
import { t } from "i18next";

/** Why an answer was given up, for people: the server's own words name what they never see by an id. */
export function failureText({ kind, detail }: Failure): string {
  if (kind === "broken") return t("saving.broken");
  if (kind === "changed") return detail === "" ? t("saving.changedBySomebody") : t("saving.changed", { agent: detail });
  return kind === "lost" ? t("saving.lost") : detail.replace(LONG_NAME, (name) => `${name.slice(0, SHOWN)}…`);
}

/** A name without blanks may be hundreds of characters long, and the way on stands under it. */
const LONG_NAME = /\S{81,}/gu;
const SHOWN = 40;
