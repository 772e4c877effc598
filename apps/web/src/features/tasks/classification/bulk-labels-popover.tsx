import { foldCase } from "@postil/domain/labels/label-search";
import { sameJson } from "@postil/domain/objects";
import {
  carriedBy,
  type LabelChanges,
  labelCounts,
  withChange,
  withLabelChanges,
} from "@postil/domain/tasks/bulk-labels";
import { type GlobalLabel, isTooLong } from "@postil/domain/tasks/labels";
import type { ShownTaskRecord, ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CheckList } from "../../../ui/check-list.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import type { RecordActions } from "../saving/use-task-actions.ts";
import type { StripProps } from "../task-kind.ts";

/** Loaded when a user opens it. */
export default function BulkLabelsPopover({ records, labels, actions, ...opening }: StripProps & OpensHere) {
  return (
    <Popover label={t("classification.bulk.title")} {...opening}>
      {(close) => <BulkLabelsForm records={records} labels={labels} actions={actions} onClose={close} />}
    </Popover>
  );
}

const isText = (record: ShownTaskRecord): record is ShownTextRecord => record.task === "TextClassification";

/** Labels to add to all records or to remove from all; nothing changes before Apply (design/tasks.md). */
export function BulkLabelsForm({ records, labels, actions, onClose }: StripProps & { onClose: () => void }) {
  const [changes, setChanges] = useState<LabelChanges>(new Map());
  const texts = useMemo(() => records.filter(isText), [records]);
  const counts = useMemo(() => labelCounts(texts), [texts]);
  const total = texts.length;
  const several = texts.some(({ multiLabel }) => multiLabel);
  const change = (label: string, what: "add" | "remove") =>
    setChanges((before) => withChange(before, { label, what, several, count: counts.get(label), total }));
  const carried = (label: string) => carriedBy(label, counts.get(label), total, changes);
  const items = namesOf(labels, counts).map((label) => ({
    value: label,
    text: label,
    count: counts.get(label)?.carried ?? null,
    some: carried(label) === "some",
    end: (counts.has(label) || changes.has(label)) && carried(label) !== false && (
      <IconButton
        icon={X}
        size="tiny"
        translate="no"
        label={t("classification.bulk.remove", { label })}
        onClick={() => change(label, "remove")}
      />
    ),
  }));
  const apply = () => {
    onClose();
    applyLabelChanges(texts, changes, actions);
  };
  return (
    <div className="flex w-80 max-w-full flex-col p-2">
      <CheckList
        label={t("classification.bulk.title")}
        items={items}
        chosen={items.flatMap(({ value }) => (carried(value) === true ? [value] : []))}
        onToggle={(label, on) => change(label, on ? "add" : "remove")}
        most={Number.POSITIVE_INFINITY}
        finds={contains}
        texts={{
          find: t("words.findLabel"),
          nothingFound: t("words.noLabelMatches"),
          most: "",
          found: (found, of) => t("classification.bulk.found", { found, count: of }),
        }}
        number={(count) => t("classification.bulk.carried", { count, total })}
      />
      <div className="mt-2 flex justify-end gap-2 border-line border-t pt-2">
        <Button variant="ghost" size="compact" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button variant="primary" size="compact" disabled={changes.size === 0} onClick={apply}>
          {t("classification.bulk.apply")}
        </Button>
      </div>
    </div>
  );
}

/** The labels of the dataset that a record can get, and other labels that the records already have. */
function namesOf(labels: readonly GlobalLabel[], counts: ReadonlyMap<string, unknown>): readonly string[] {
  return [...new Set([...labels.map(({ text }) => text).filter((text) => !isTooLong(text)), ...counts.keys()])];
}

function contains(query: string): (text: string) => boolean {
  const wanted = foldCase(query);
  return (text) => foldCase(text).includes(wanted);
}

/** Single labels are written at once, several labels wait to be validated. A notice says how many (TAN-06, TAN-07, TST-18). */
function applyLabelChanges(records: readonly ShownTextRecord[], changes: LabelChanges, actions: RecordActions): void {
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
  // A prediction that the user changed counts as the user's own choice from now on.
  const single = after.filter(({ record }) => !record.multiLabel);
  const adds = [...changes.values()].includes("add");
  if (adds) actions.answer(...single);
  else actions.resetAnnotation(...changed.flatMap(({ record }) => (record.multiLabel ? [] : [record])));
}
