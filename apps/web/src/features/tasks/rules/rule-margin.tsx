import { verdictOn } from "@postil/domain/tasks/rules-matches";
import { annotatedClasses, type TextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import { Icon } from "../../../ui/icon.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useRulesMode } from "./rules-mode.ts";

/** The labels that users gave a record, and a note if they contradict the active rule (design/task-rules.md#records). */
export function RuleMargin({ record }: { record: TextRecord }) {
  const { active } = useRulesMode();
  const labels = annotatedAs(record);
  const verdict = active && active.labels.length > 0 ? verdictOn(active, labels) : null;
  return (
    <div className="flex w-48 flex-col items-end gap-0.5 pl-6 text-right text-small max-md:w-auto max-md:items-start max-md:pt-2 max-md:pl-0 max-md:text-left">
      <Answered record={record} />
      {verdict === "contradicts" && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap text-edited">
          <Icon of={TriangleAlert} size={14} />
          {t("taskRules.contradicts")}
        </span>
      )}
    </div>
  );
}

/** The status and the labels that a user gave. */
export function Answered({ record }: { record: TextRecord }) {
  const labels = annotatedAs(record);
  return (
    <>
      {record.status === "Validated" && <StatusPill status="validated" />}
      {record.status === "Discarded" && <StatusPill status="discarded" />}
      {labels === null ? (
        record.status === "Default" && <span className="text-soft">{t("taskRules.notAnnotated")}</span>
      ) : (
        <span translate="no" dir="auto" className="max-w-44 truncate font-strong" title={labels.join(", ")}>
          {labels.join(", ")}
        </span>
      )}
    </>
  );
}

/** The labels that a user gave a record; null if the record is not annotated. */
export const annotatedAs = ({ annotation }: TextRecord): readonly string[] | null =>
  annotation && annotatedClasses(annotation);
