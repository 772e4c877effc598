import { sameJson } from "@postil/domain/same-json";
import { type LabelChanges, withLabelChanges } from "@postil/domain/tasks/bulk-labels";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { notify } from "../../../lib/toasts/store.ts";
import type { RecordActions } from "../saving/record-actions.ts";

/** Single labels are written at once, several wait to be validated, and a notice says how many (TAN-06, TAN-07, TST-18). */
export function applyLabelChanges(
  records: readonly ShownTextRecord[],
  changes: LabelChanges,
  actions: RecordActions,
): void {
  const after = records.map((record) => ({
    record,
    answer: withLabelChanges(record, changes),
    untouched: record.untouched.filter((label) => !changes.has(label)),
  }));
  const changed = after.filter(
    ({ record, answer, untouched }) => !sameJson(answer, record.answer) || untouched.length < record.untouched.length,
  );
  const edited = changed.filter(({ record }) => record.multiLabel);
  if (edited.length > 0) {
    actions.edit(...edited);
    notify({ message: t("classification.bulk.pending", { count: edited.length }), type: "info" });
  }
  // A prediction that is made for is a person's choice from now on.
  const single = after.filter(({ record }) => !record.multiLabel);
  const adds = [...changes.values()].includes("add");
  if (adds) actions.answer(...single);
  else actions.resetAnnotation(...changed.flatMap(({ record }) => (record.multiLabel ? [] : [record])));
}
