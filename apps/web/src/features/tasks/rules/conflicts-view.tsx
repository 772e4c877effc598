import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { type MatchedRecord, type RulePair, verdictOn } from "@postil/domain/tasks/rule-matches";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Check, TriangleAlert, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../../lib/commands/keys-here.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, InlineError } from "../../../ui/no-content.tsx";
import { Pager } from "../list/pager.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { textRecordsQuery } from "./rules-queries.ts";
import { Answered, annotatedAs, Reading, SheetRow, useSheetKeys } from "./sheet-row.tsx";
import type { Conflicts } from "./use-matches.ts";

type ConflictsViewProps = {
  conflicts: Conflicts;
  chosen: RulePair | null;
  onChoose: (pair: RulePair | null) => void;
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
  const { dataset, shown, size, turn } = useRulesMode();
  const records = chosen?.records ?? all;
  const last = Math.ceil(records.length / size);
  const page = Math.min(shown.page ?? 1, last);
  const matches = records.slice((page - 1) * size, page * size);
  const ids = matches.map(({ id }) => id);
  const { data, isError, refetch } = useQuery(textRecordsQuery(dataset, ids));
  const turnBy = (name: "next" | "previous", keys: Keys, step: 1 | -1): Command => ({
    ...{ id: `rules.pages.${name}`, label: t(`tasks.command.${name}Page`), group: "move" },
    shortcuts: [{ keys }],
    mayRun: () => (step === 1 ? page < last : page > 1),
    run: () => turn({ page: page + step }),
  });
  useCommands([turnBy("next", "ArrowRight", 1), turnBy("previous", "ArrowLeft", -1)]);
  const [cursor, setCursor] = useCursor(ids);
  const byId = new Map(data?.map((record) => [String(record.id), record]));
  return (
    <>
      <div className={className}>
        <div className="flex min-h-11 flex-wrap items-center gap-4 border-line border-b px-6 py-1.5 max-md:px-4">
          <b className="font-strong tabular-nums">
            {chosen === null
              ? t("words.records", { count: all.length })
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
      <footer className="@container/pages -mx-6 flex-none max-md:mx-0">
        <Pager {...{ page, last, size }} shown={matches.length} total={records.length} onChange={turn} />
      </footer>
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
  useSheetKeys((step) => setCursor((at) => Math.min(ids.length - 1, Math.max(0, at + step))));
  return [cursor, setCursor] as const;
}

/** A record with one line for each rule that finds it: the rule's labels and, if a user has answered, if they agree. */
function ConflictRow(props: {
  matched: MatchedRecord;
  /** Null while the record loads, and if it is deleted. */
  record: TextRecord | null;
  isCursor: boolean;
  onPoint: () => void;
}) {
  const { matched, record, isCursor, onPoint } = props;
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

function Saying(props: { rule: LabelingRule; labels: readonly string[] | null; isCursor: boolean }) {
  const { rule, labels, isCursor } = props;
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

type PairsPanelProps = Omit<ConflictsViewProps, "className"> & { children: ReactNode };

/** The pairs of rules that disagree, the most frequent first; choosing a pair narrows the list. */
export function PairsPanel({ conflicts: { found }, chosen, onChoose, children }: PairsPanelProps) {
  const { rules = [] } = useRulesMode();
  return (
    <>
      {found !== null && found.pairs.length > 0 && (
        <section aria-labelledby="pairs-title" className="mb-4">
          <h2 id="pairs-title" className="mb-2 font-strong">
            {t("taskRules.conflict.pairs")}
          </h2>
          <ul>
            <li className="mb-1 border-line border-b pb-1">
              <Pair isOn={chosen === null} count={found.records.length} onChoose={() => onChoose(null)}>
                <span>{t("taskRules.conflict.allPairs")}</span>
              </Pair>
            </li>
            {found.pairs.map((pair) => (
              <li key={`${pair.one}-${pair.other}`}>
                <Pair isOn={chosen === pair} count={pair.records.length} onChoose={() => onChoose(pair)}>
                  {[pair.one, pair.other].map((place) => (
                    <span
                      key={place}
                      title={rules[place]?.query}
                      className="line-clamp-3 wrap-anywhere font-mono text-small"
                    >
                      {rules[place]?.query}
                    </span>
                  ))}
                </Pair>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </>
  );
}

function Pair(props: { isOn: boolean; count: number; onChoose: () => void; children: ReactNode }) {
  const { isOn, count, onChoose, children } = props;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={cx(
        "flex w-full items-start gap-2 rounded-control px-2 py-1.5 text-left",
        isOn ? "bg-accent-fill fill-ring" : "hover:bg-hover",
      )}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <span className={cx("tabular-nums", !isOn && "text-soft")}>{count.toLocaleString(LOCALE)}</span>
    </button>
  );
}
