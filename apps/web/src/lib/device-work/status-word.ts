import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { readTaskRecordKey } from "@postil/domain/tasks/record-key";
import { t } from "i18next";

/** What somebody did to a record, in the words of its family: responses are submitted, records of task datasets validated. */
export function statusWord({ recordId, intent }: Pick<OutboxEntry, "recordId" | "intent">): string {
  if (intent.kind === "remove") return t("saving.cleared");
  const { status } = intent;
  if (status === "discarded" || readTaskRecordKey(recordId) === null) return t(`answerStatus.name.${status}`);
  return status === "submitted" ? t("answerStatus.name.validated") : t("saving.takenBack");
}
