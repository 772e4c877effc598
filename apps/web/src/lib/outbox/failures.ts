import type { Failure } from "@postil/domain/outbox/outbox-entry";
import { t } from "i18next";

/**
 * The reason why an answer was given up, for users. The server's sentence often contains an id that users never see, so most
 * kinds have a text of their own.
 */
export function failureText({ kind, detail }: Failure): string {
  if (kind === "broken") return t("saving.broken");
  if (kind === "changed") return detail === "" ? t("saving.changedBySomebody") : t("saving.changed", { agent: detail });
  return kind === "lost" ? t("saving.lost") : detail.replace(LONG_NAME, (name) => `${name.slice(0, SHOWN)}…`);
}

/** A name without spaces may have hundreds of characters. It would push away the controls below it. */
const LONG_NAME = /\S{81,}/gu;
const SHOWN = 40;

/** Records whose save failures the open page shows itself, in its own words. */
const told = new Set<string>();

export const isReportedByPage = (recordId: string): boolean => told.has(recordId);

export function reportFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.add(recordId);
}

export function stopReportingFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.delete(recordId);
}
