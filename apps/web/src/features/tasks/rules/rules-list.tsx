import { t } from "i18next";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useCells } from "./metrics-table.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { findRules, NEWEST_FIRST, nextSort, RulesTable, sortRules } from "./rules-table.tsx";

/** All rules, in place of the records (RUL-24): their figures, a link to each, and deletion. */
export function RulesList() {
  const { rules, listFailed, reload, allFigures, goTo } = useRulesMode();
  const [sought, setSought] = useState("");
  const [sort, setSort] = useState(NEWEST_FIRST);
  const [doomed, setDoomed] = useState<string | null>(null);
  const rows = (rules ?? []).map((rule) => ({ rule, metrics: allFigures.value?.each.get(rule.query) ?? null }));
  const box = useRef<HTMLInputElement>(null);
  useCommands([
    {
      ...{ id: "rules.find", label: t("taskRules.list.find"), icon: Search, group: "look", section: "dataset" },
      shortcuts: [{ keys: "/" }, { keys: "Q" }, { keys: "Alt+/" }],
      run: () => box.current?.focus(),
    },
  ]);
  const shown = sortRules(findRules(rows, sought), sort);
  return (
    <section
      aria-labelledby="rules-title"
      className="min-h-0 flex-1 overflow-auto pb-6 max-[960px]:overflow-visible max-md:px-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 pt-1 pb-3">
        <h1 id="rules-title" className="mr-auto font-strong text-title">
          {t("taskRules.list.title")}{" "}
          {rules !== undefined && (
            <span className="font-body text-soft tabular-nums">({rules.length.toLocaleString(LOCALE)})</span>
          )}
        </h1>
        {rows.length > 0 && <Overall />}
      </div>
      {listFailed && <InlineError message={t("taskRules.listFailed")} onRetry={reload} />}
      {rules?.length === 0 && (
        <EmptyState
          title={t("taskRules.list.none")}
          actions={<Button onClick={() => goTo("records")}>{t("taskRules.list.start")}</Button>}
        >
          {t("taskRules.list.noneHint")}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <SearchInput
            ref={box}
            keys="/"
            label={t("taskRules.list.find")}
            placeholder={t("taskRules.list.find")}
            value={sought}
            onChange={setSought}
            className="mb-2 w-80 max-w-full flex-none"
          />
          {shown.length > 0 ? (
            <RulesTable rows={shown} sort={sort} onSort={(key) => setSort(nextSort(sort, key))} onDelete={setDoomed} />
          ) : (
            <p className="flex items-center gap-2 py-3 text-soft">
              {t("taskRules.list.noMatch", { query: sought })}
              <button type="button" className="text-accent" onClick={() => setSought("")}>
                {t("taskRules.list.clear")}
              </button>
            </p>
          )}
        </>
      )}
      {doomed !== null && <DeleteRule query={doomed} onClose={() => setDoomed(null)} />}
    </section>
  );
}

const SHOWN = ["coverage", "records", "annotated", "correct", "incorrect", "precision"] as const;

/** The figures of all rules together, in one line. */
function Overall() {
  const { allFigures } = useRulesMode();
  const cells = useCells();
  if (allFigures.value === null) return null;
  const all = cells(allFigures.value.coverage, allFigures.value.sums);
  return (
    <dl className="flex flex-wrap gap-x-6 text-soft">
      {SHOWN.map((metric) => (
        <div key={metric} className="flex gap-1">
          <dt>{t(`taskRules.metric.${metric}`)}</dt>
          <dd className="tabular-nums">
            <b className="font-strong text-ink">{all[metric]?.text ?? t("taskRules.metric.unknown")}</b>{" "}
            {all[metric]?.below}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Asks once, with the name of the rule (TOA-11). */
function DeleteRule({ query, onClose }: { query: string; onClose: () => void }) {
  const { remove } = useRulesMode();
  const [isGoing, setIsGoing] = useState(false);
  const go = async () => {
    setIsGoing(true);
    await remove(query);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("taskRules.delete.title")}
      action={t("taskRules.delete.go")}
      isGoing={isGoing}
      onClose={onClose}
      onConfirm={() => void go()}
    >
      <p translate="no" className="max-h-24 overflow-auto font-mono text-small wrap-anywhere">
        {query}
      </p>
      <p className="mt-2 text-soft">{t("taskRules.delete.body")}</p>
    </ConfirmDialog>
  );
}
