import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RulePair } from "@postil/domain/tasks/rules-conflicts";
import { type MatchedRecord, verdictOn } from "@postil/domain/tasks/rules-matches";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Check, TriangleAlert, X } from "lucide-react";
import { useRef, useState } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pager } from "../list/pager.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { fetchTextRecords } from "../wire/text-records.ts";
import { Answered, annotatedAs } from "./rule-margin.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { figuresKey } from "./rules-queries.ts";
import { Reading, SheetRow } from "./sheet-row.tsx";
import type { Conflicts } from "./use-conflicts.ts";

type ConflictsViewProps = {
  conflicts: Conflicts;
  chosen: RulePair | null;
  onChoose: (pair: RulePair | null) => void;
  /** the class of the sheet */
  className: string;
};

/** The records on which two rules share no label, with the labels of each rule and of users. It is read-only. */
export function ConflictsView({ conflicts, chosen, onChoose, className }: ConflictsViewProps) {
  const { matches, found, total } = conflicts;
  const all = found?.records ?? [];
  return (
    <section aria-labelledby="conflicts-title" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-baseline gap-x-3 pt-1 pb-3 max-md:px-4">
        <h1 id="conflicts-title" className="font-strong text-title">
          {t("taskRules.conflicts")}{" "}
          {found && <span className="font-body text-soft tabular-nums">({all.length.toLocaleString(LOCALE)})</span>}
        </h1>
        <p className="text-soft">{t("taskRules.conflict.hint")}</p>
      </div>
      {found === null ? (
        <Reading matches={matches} total={total} />
      ) : all.length === 0 ? (
        <EmptyState title={t("taskRules.conflict.none")}>{t("taskRules.conflict.noneHint")}</EmptyState>
      ) : (
        <Sheet
          key={chosen && `${chosen.one}-${chosen.other}`}
          all={all}
          chosen={chosen}
          onChoose={onChoose}
          className={className}
        />
      )}
    </section>
  );
}

type SheetProps = Pick<ConflictsViewProps, "chosen" | "onChoose" | "className"> & { all: readonly MatchedRecord[] };

function Sheet({ all, chosen, onChoose, className }: SheetProps) {
  const { dataset, shown, size } = useRulesMode();
  const records = chosen?.records ?? all;
  const last = Math.ceil(records.length / size);
  const page = Math.min(shown.page ?? 1, last);
  const matches = records.slice((page - 1) * size, page * size);
  const ids = matches.map(({ id }) => id);
  const { data, isError, refetch } = useQuery({
    queryKey: [...figuresKey(dataset), "records", ids],
    queryFn: ({ signal }) => fetchTextRecords(dataset, ids, signal),
  });
  const [cursor, setCursor] = useCursor(ids);
  const byId = new Map(data?.map((record) => [String(record.id), record]));
  return (
    <>
      <div className={className}>
        <div className="flex min-h-11 flex-wrap items-center gap-4 border-line border-b px-6 py-1.5 max-md:px-4">
          <b className="font-strong tabular-nums">
            {chosen === null
              ? t("taskRules.recordCount", { count: all.length })
              : t("taskRules.conflict.shown", { count: records.length, total: all.length })}
          </b>
          {chosen && <PairBadge pair={chosen} onClear={() => onChoose(null)} />}
        </div>
        {isError && <InlineError message={t("taskRules.matches.failed")} onRetry={() => void refetch()} />}
        <ul
          key={page}
          aria-label={t("taskRules.conflict.records")}
          aria-busy={data === undefined}
          className="relative min-h-0 flex-1 overflow-auto"
        >
          {matches.map((matched, at) => (
            <ConflictRow
              key={matched.id}
              matched={matched}
              record={byId.get(matched.id) ?? null}
              isCursor={at === cursor}
              onPoint={() => setCursor(at)}
            />
          ))}
        </ul>
      </div>
      <Pages {...{ page, last }} shown={matches.length} total={records.length} />
    </>
  );
}

function PairBadge({ pair, onClear }: { pair: RulePair; onClear: () => void }) {
  const { rules = [] } = useRulesMode();
  const [one, other] = [rules[pair.one]?.query ?? "", rules[pair.other]?.query ?? ""];
  return (
    <button
      type="button"
      onClick={onClear}
      aria-label={t("taskRules.conflict.clear")}
      title={t("taskRules.conflict.pair", { one, other })}
      className="inline-flex min-h-6 max-w-full items-center gap-2 rounded-key bg-accent-fill px-2 text-left fill-ring"
    >
      <span className="flex min-w-0 font-mono text-small">
        <span className="max-w-72 min-w-0 truncate">{one}</span>
        <span className="px-1 text-soft">/</span>
        <span className="max-w-72 min-w-0 truncate">{other}</span>
      </span>
      <Icon of={X} size={12} />
    </button>
  );
}

/** J and K, or the pointer, move the cursor; it starts at the top of each page. */
function useCursor(ids: readonly string[]) {
  const [cursor, setCursor] = useState(0);
  const before = useRef(ids.join("\n"));
  if (before.current !== ids.join("\n")) {
    before.current = ids.join("\n");
    setCursor(0);
  }
  const move = (step: 1 | -1) => setCursor((at) => Math.min(ids.length - 1, Math.max(0, at + step)));
  const row = t("taskRules.sample.moveRow");
  useCommands([
    { ...nextRecord, label: t("taskRules.sample.next"), row, run: () => move(1) },
    { ...previousRecord, label: t("taskRules.sample.previous"), row, run: () => move(-1) },
  ]);
  return [cursor, setCursor] as const;
}

const nextRecord = { id: "rules.next", group: "move", repeats: true, shortcuts: [{ keys: "J" }] } as const;
const previousRecord = { id: "rules.previous", group: "move", repeats: true, shortcuts: [{ keys: "K" }] } as const;

type ConflictRowProps = {
  matched: MatchedRecord;
  /** Null while the record loads, and if it is deleted. */
  record: TextRecord | null;
  isCursor: boolean;
  onPoint: () => void;
};

/** A record with one line for each rule that finds it: the rule's labels and, if a user has answered, if they agree. */
function ConflictRow({ matched, record, isCursor, onPoint }: ConflictRowProps) {
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

type PagesProps = { page: number; last: number; shown: number; total: number };

/** The pages of a list that is completely loaded. */
function Pages({ page, last, shown, total }: PagesProps) {
  const { size, turn } = useRulesMode();
  useCommands([
    {
      ...{ id: "rules.pages.next", label: t("tasks.command.nextPage"), group: "move" },
      shortcuts: [{ keys: "ArrowRight" }],
      mayRun: () => page < last,
      run: () => turn({ page: page + 1 }),
    },
    {
      ...{ id: "rules.pages.previous", label: t("tasks.command.previousPage"), group: "move" },
      shortcuts: [{ keys: "ArrowLeft" }],
      mayRun: () => page > 1,
      run: () => turn({ page: page - 1 }),
    },
  ]);
  return (
    <footer className="@container/pages -mx-6 flex-none max-md:mx-0">
      <Pager {...{ page, last, size, shown, total }} onChange={turn} />
    </footer>
  );
}
