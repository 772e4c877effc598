import { sameJson } from "@postil/domain/same-json";
import { grantedLabels, type LabelWishes } from "@postil/domain/tasks/bulk-labels";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import i18next from "i18next";
import { notify } from "../../../lib/toasts/store.ts";
import type { RecordActions } from "../saving/record-actions.ts";

/** Single labels are written at once, several wait to be validated, and a notice says how many (TAN-06, TAN-07, TST-18). */
export function grantWishes(records: readonly ShownTextRecord[], wishes: LabelWishes, actions: RecordActions): void {
  const granted = records.map((record) => ({
    record,
    answer: grantedLabels(record, wishes),
    untouched: record.untouched.filter((label) => !wishes.has(label)),
  }));
  const changed = granted.filter(
    ({ record, answer, untouched }) => !sameJson(answer, record.answer) || untouched.length < record.untouched.length,
  );
  const edited = changed.filter(({ record }) => record.multiLabel);
  if (edited.length > 0) {
    actions.edit(...edited);
    notify({ message: i18next.t("classification.bulk.pending", { count: edited.length }), type: "info" });
  }
  // A prediction that is wished for is a person's choice from now on.
  const single = granted.filter(({ record }) => !record.multiLabel);
  const adds = [...wishes.values()].includes("add");
  if (adds) actions.answer(...single);
  else actions.resetAnnotation(...changed.flatMap(({ record }) => (record.multiLabel ? [] : [record])));
}
