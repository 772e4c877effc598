import type { Snapshot } from "@postil/domain/datasets/snapshot";
import type { ComparedQuestion, ComparedRecord, SnapshotComparison } from "@postil/domain/exports/compare-answers";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { Fragment, useState } from "react";
import { elsewhereText } from "../../lib/api/elsewhere.ts";
import { comparisonQuery } from "../../lib/api/queries/snapshots.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { SkeletonBar } from "../../ui/skeleton.tsx";

type CompareDialogProps = { first: string; snapshots: readonly Snapshot[]; onClose: () => void };

/** The value of the choice that means the dataset as it is now. */
const NOW = "now";

/** What was answered between two snapshots, or between one and now (SNP-09). */
export function CompareDialog({ first, snapshots, onClose }: CompareDialogProps) {
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(NOW);
  const whole = snapshots.filter(({ taken }) => taken !== null).map(({ id, name }) => ({ value: id, label: name }));
  const { data, error, isError, isFetching, refetch } = useQuery(comparisonQuery(from, to === NOW ? null : to));
  return (
    <Dialog
      title={t("snapshots.comparison.title")}
      width={800}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      <div className="px-6">
        <div className="mb-4 flex flex-wrap gap-4">
          <Choice label={t("snapshots.comparison.from")} value={from} onChange={setFrom} options={whole} />
          <Choice
            label={t("snapshots.comparison.to")}
            value={to}
            onChange={setTo}
            options={[{ value: NOW, label: t("snapshots.comparison.now") }, ...whole]}
          />
        </div>
        {isError && (
          <InlineError
            message={elsewhereText(error, "snapshot") ?? t("snapshots.comparison.failed")}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && !isError && (
          <div role="status" className="flex h-20 flex-col justify-evenly">
            <span className="sr-only">{t("snapshots.comparison.working")}</span>
            <SkeletonBar width={320} />
            <SkeletonBar width={240} />
          </div>
        )}
        {data !== undefined && !isError && (
          <div aria-busy={isFetching} className={isFetching ? "opacity-50" : ""}>
            <Comparison of={data} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { readonly value: string; readonly label: string }[];
};

/** One of many names. A menu can be read at any length and in any direction. */
function Choice({ label, value, onChange, options }: ChoiceProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? "";
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="mb-1 text-soft">{label}</p>
      <Menu
        label={label}
        selectionMode="single"
        selectedKeys={[value]}
        onAction={(key) => onChange(String(key))}
        trigger={
          <Button
            variant="secondary"
            translate="no"
            aria-label={`${label}: ${chosen}`}
            className="w-full justify-between"
          >
            <bdi className="truncate">{chosen}</bdi>
            <Icon of={ChevronDown} />
          </Button>
        }
      >
        {options.map((option) => (
          <MenuItem key={option.value} id={option.value} textValue={option.label}>
            <bdi>{option.label}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function Comparison({ of: { records, questions, items, differing } }: { of: SnapshotComparison }) {
  const recordsText = (
    <p role="status" className="mb-4 tabular-nums">
      {t("snapshots.comparison.records", records)}
    </p>
  );
  if (differing === 0)
    return (
      <>
        {records.added + records.gone > 0 && recordsText}
        <p role="status" className="text-soft">
          {t("snapshots.comparison.same")}
        </p>
      </>
    );
  return (
    <>
      {recordsText}
      <Counts questions={questions} />
      <section className="mt-6">
        <h3 className="font-strong">{t("snapshots.comparison.list")}</h3>
        <p className="text-small text-soft">
          {t("snapshots.comparison.first", { shown: items.length, count: differing })}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
        <ul className="mt-2 max-h-72 overflow-auto border-line border-t" tabIndex={0}>
          {items.map((record) => (
            <Differing key={record.id} record={record} />
          ))}
        </ul>
      </section>
    </>
  );
}

const COLUMNS = ["before", "added", "changed", "gone", "after"] as const;
const NUMBER = "py-1 pl-3 text-right tabular-nums whitespace-nowrap";
type Row = { readonly [Column in (typeof COLUMNS)[number]]: number | string };

const signed = (count: number): string => `${count > 0 ? "+" : ""}${count.toLocaleString(LOCALE)}`;

function Counts({ questions }: { questions: readonly ComparedQuestion[] }) {
  const cells = (row: Row) =>
    COLUMNS.map((column) => (
      <td key={column} className={NUMBER}>
        {row[column].toLocaleString(LOCALE)}
      </td>
    ));
  return (
    <div className="overflow-x-auto">
      <table aria-label={t("snapshots.comparison.table")} className="w-full border-collapse">
        <thead>
          <tr className="border-line border-b text-left text-small text-soft">
            <th className="py-1 font-body">{t("snapshots.comparison.head.label")}</th>
            {COLUMNS.map((column) => (
              <th key={column} className={`${NUMBER} font-body`}>
                {t(`snapshots.comparison.head.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map(({ name, labels, more, ...counts }) => (
            <Fragment key={name}>
              <tr className="border-line border-b">
                <th scope="row" className="py-1 text-left font-strong" translate="no">
                  {name}
                </th>
                {cells(counts)}
              </tr>
              {labels.map(({ label, changedTo, changedFrom, ...count }) => (
                <tr key={label} className="border-line border-b">
                  <th scope="row" className="py-1 pl-4 text-left font-body [overflow-wrap:anywhere]" translate="no">
                    <bdi>{label}</bdi>
                  </th>
                  {cells({ ...count, changed: signed(changedTo - changedFrom) })}
                </tr>
              ))}
              {more > 0 && (
                <tr>
                  <td colSpan={COLUMNS.length + 1} className="py-1 pl-4 text-small text-soft">
                    {t("snapshots.comparison.more", { count: more })}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Differing({ record: { id, externalId, text, isThere, changes, all } }: { record: ComparedRecord }) {
  const nothing = t("snapshots.comparison.nothing");
  return (
    <li className="border-line border-b py-2 [overflow-wrap:anywhere]">
      <p translate="no">
        <bdi>{text === "" ? (externalId ?? id) : text}</bdi>
        {!isThere && (
          <span translate="yes" className="ml-2 text-danger text-small">
            {t("snapshots.comparison.removed")}
          </span>
        )}
      </p>
      <ul className="text-small text-soft">
        {changes.map(({ question, by, before, after }) => (
          <li key={`${question} ${by}`} translate="no">
            {t("snapshots.comparison.change", { question, by, before: before ?? nothing, after: after ?? nothing })}
          </li>
        ))}
        {all > changes.length && <li>{t("snapshots.comparison.moreChanges", { count: all - changes.length })}</li>}
      </ul>
    </li>
  );
}
