import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { type MatchedRecord, verdictOn } from "@postil/domain/tasks/rules-matches";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Check, TriangleAlert } from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { annotatedAs } from "./annotated-as.ts";
import { Answered } from "./rule-margin.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { SheetRow } from "./sheet-row.tsx";

type ConflictRowProps = {
  matched: MatchedRecord;
  /** Null while it is read, and when it is gone. */
  record: TextRecord | null;
  isCursor: boolean;
  onPoint: () => void;
};

/** A record with a line for each rule that finds it: what it says and, once a person has answered, whether that agrees. */
export function ConflictRow({ matched, record, isCursor, onPoint }: ConflictRowProps) {
  const { rules = [] } = useRulesMode();
  return (
    <SheetRow isCursor={isCursor} onPoint={onPoint} margin={record && <Answered record={record} />}>
      {record ? <RecordInputs record={record} keywords={matched.keywords} /> : <div className="h-14" />}
      <ul className="mt-2">
        {matched.rules.map((place) => {
          const rule = rules[place];
          return (
            rule && <Saying key={rule.query} rule={rule} labels={record && annotatedAs(record)} isCursor={isCursor} />
          );
        })}
      </ul>
    </SheetRow>
  );
}

type SayingProps = { rule: LabelingRule; labels: readonly string[] | null; isCursor: boolean };

function Saying({ rule, labels, isCursor }: SayingProps) {
  const { open } = useRulesMode();
  const verdict = verdictOn(rule, labels);
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 max-md:not-first:mt-3">
      <span
        translate="no"
        className="line-clamp-3 w-72 wrap-anywhere font-mono text-small max-md:w-full"
        title={rule.query}
      >
        {rule.query}
      </span>
      {rule.labels.map((label) => (
        <span
          key={label}
          translate="no"
          dir="auto"
          className="inline-flex min-h-7 max-w-full items-center rounded-control py-0.5 wrap-anywhere border-dotted border-suggestion bg-suggestion-wash px-3 text-suggestion [border-width:var(--stroke-suggested)]"
        >
          {label}
        </span>
      ))}
      {verdict && (
        <span
          className={cx(
            "inline-flex items-center gap-1 text-small",
            verdict === "agrees" ? "text-submitted" : "text-edited",
          )}
        >
          <Icon of={verdict === "agrees" ? Check : TriangleAlert} size={14} />
          {t(`taskRules.conflict.${verdict}`)}
        </span>
      )}
      <button
        type="button"
        aria-label={t("taskRules.conflict.editNamed", { query: rule.query })}
        onClick={() => open(rule.query)}
        className={cx(
          "ml-auto text-accent text-small underline-offset-[3px] hover:underline focus-visible:opacity-100",
          !isCursor && "opacity-0 group-hover/row:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        {t("taskRules.conflict.edit")}
      </button>
    </li>
  );
}
