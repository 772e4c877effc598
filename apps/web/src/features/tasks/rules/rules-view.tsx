import "../../../lib/i18n/en/task-rules.ts";
import { settingsPath } from "@postil/domain/datasets/dataset";
import { sameJson } from "@postil/domain/objects";
import { foundRecords, likelyFirst, type RulePair } from "@postil/domain/tasks/rule-matches";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { asksForAll, mergeTaskFilters, type RulesShown } from "@postil/domain/tasks/task-view";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { ArrowLeft, GitCompare, Info, List, Shuffle } from "lucide-react";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { Icon, Star } from "../../../ui/icon.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import { useTaskPage } from "../state/task-page-context.ts";
import { type ExploreProps, ofItsTask, type TaskKind } from "../task-kind.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { ConflictsView, PairsPanel } from "./conflicts-view.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleUndoKeys } from "./rule-save.tsx";
import { RulesList } from "./rules-list.tsx";
import { RulesModeContext, type RulesPage, useRulesMode, useRulesState } from "./rules-mode.ts";
import { multiLabelQuery } from "./rules-queries.ts";
import { SamplePanel, SampleView } from "./sample-view.tsx";
import { RuleMargin } from "./sheet-row.tsx";
import { type Conflicts, SAMPLE_SIZE, useConflicts, useSample } from "./use-matches.ts";

type RulesViewProps = {
  /** The search, with the modes at its end. */
  bar: ReactNode;
  modes: ReactNode;
  records: (kind: TaskKind) => ReactNode;
  pages: ReactNode;
};

/** The page of a text classification dataset in rules mode: the query in the address is the rule's query (RUL-24, TAN-12). */
export default function RulesView({ bar, modes, records, pages }: RulesViewProps) {
  const { dataset, aggregations, view, changeView, privileged, refresh, ...page } = useTaskPage();
  const { data: multiLabel = false } = useQuery(multiLabelQuery(dataset));
  const { text = "", ...others } = view.filters;
  const search = (query: string, rules = view.rules) =>
    changeView({ filters: mergeTaskFilters(view.filters, { text: query === "" ? undefined : query }), rules });
  const labels = useMemo(
    () => (text === "" || aggregations === null ? page.labels : likelyFirst(page.labels, aggregations)),
    [text, aggregations, page.labels],
  );
  // The records of the query stay as they are.
  const show = (rules: RulesShown) => changeView({ rules, page: view.page });
  const turn: RulesPage["turn"] = ({ page = 1, size }) => {
    const rules = atPage(view.rules, page);
    if (size === undefined) show(rules);
    else changeView({ size, rules });
  };
  return (
    <RulesScreen
      page={{
        ...{ dataset, labels, multiLabel, query: text, isFiltered: !asksForAll(others), search },
        ...{ shown: view.rules, show, size: view.size, turn },
      }}
      createLabels={
        privileged ? (
          <Link to={settingsPath(dataset)} hash="labels" className={textLinkClass}>
            {t("taskRules.createLabels")}
          </Link>
        ) : null
      }
      onWritten={refresh}
      bar={bar}
      modes={modes}
      records={records(RULED)}
      pages={pages}
    />
  );
}

const atPage = ({ page: _left, ...shown }: RulesShown, page: number): RulesShown =>
  page > 1 ? { ...shown, page } : shown;

const Explore = ({ record }: ExploreProps<ShownTextRecord>) => <RecordInputs record={record} />;

/** Read-only rows: the matches of the rule, and in the margin the users' answers. */
const RULED = ofItsTask<ShownTextRecord>({ Annotate: Explore, Explore, Margin: RuleMargin });

type RulesScreenProps = {
  page: RulesPage;
  /** The link to the page that adds labels; null for users who may not add any. */
  createLabels: ReactNode;
  /** Called after suggestions were written, because the shown records may be out of date. */
  onWritten: () => void;
  /** The search for the rule's query, with the modes at its end. */
  bar: ReactNode;
  /** Only the modes, in places without a search. */
  modes: ReactNode;
  records: ReactNode;
  pages: ReactNode;
};

/** The rules mode of a text classification dataset (RUL-24): the rule above its records, with its figures beside them. */
export function RulesScreen({ page, ...parts }: RulesScreenProps) {
  const mode = useRulesState(page);
  return (
    <RulesModeContext value={mode}>
      <Screen {...parts} />
    </RulesModeContext>
  );
}

function Screen({ createLabels, onWritten, bar, modes, records, pages }: Omit<RulesScreenProps, "page">) {
  const { place, takeBack, rules = [], shown, show } = useRulesMode();
  const conflicts = useConflicts(place === "conflicts");
  const sample = useSample(place === "sample");
  const queriesOf = ({ one, other }: RulePair) => [rules[one]?.query ?? "", rules[other]?.query ?? ""] as const;
  // A pair is dropped if one of its rules is deleted or if the rules agree now.
  const chosen = conflicts.found?.pairs.find((pair) => sameJson(queriesOf(pair), shown.pair)) ?? null;
  const choose = (pair: RulePair | null) => show({ place, ...(pair && { pair: queriesOf(pair) }) });
  const ways = <WaysOn conflicts={conflicts} onWritten={onWritten} />;
  const isEditing = place === "records" || place === "sample";
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the places begins at its head
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
  }, [place]);
  return (
    // Texts for screen readers are positioned in this element. In the window, they would make the whole page scroll.
    <div ref={scroller} className="relative flex min-h-0 flex-1 flex-col max-[960px]:overflow-auto low:flex-none">
      {takeBack !== null && <RuleUndoKeys />}
      {isEditing ? bar : <Head>{modes}</Head>}
      <div
        className={cx(
          "grid min-h-0 flex-1 px-6 max-[960px]:block max-md:px-0",
          place !== "list" && "grid-cols-[minmax(0,1fr)_326px]",
        )}
      >
        <div className="flex min-h-0 min-w-0 flex-col">
          {isEditing && <RuleEditor createLabels={createLabels} />}
          {place === "records" && (
            <>
              <div className={SHEET}>
                <RecordsStrip />
                {records}
              </div>
              <div className="-mx-6 max-md:mx-0">{pages}</div>
            </>
          )}
          {place === "sample" && <SampleView sample={sample} className={SHEET} />}
          {place === "list" && <RulesList />}
          {place === "conflicts" && (
            <ConflictsView conflicts={conflicts} chosen={chosen} onChoose={choose} className={SHEET} />
          )}
        </div>
        {place !== "list" && (
          <aside
            aria-label={t("taskRules.metric.label")}
            className="relative min-h-0 min-w-0 overflow-auto pt-2 pb-6 pl-6 max-[960px]:pl-0 max-md:px-4"
          >
            {place === "sample" && <SamplePanel sample={sample} />}
            {place === "conflicts" ? (
              <PairsPanel conflicts={conflicts} chosen={chosen} onChoose={choose}>
                {ways}
              </PairsPanel>
            ) : (
              <FiguresPanel>{place === "records" && ways}</FiguresPanel>
            )}
          </aside>
        )}
      </div>
    </div>
  );
}

const SHEET =
  "flex min-h-0 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-surface max-[960px]:flex-none max-md:rounded-none max-md:border-x-0";

function Head({ children }: { children: ReactNode }) {
  const { goTo } = useRulesMode();
  return (
    <div className="flex min-h-(--bar) flex-wrap items-center gap-2 px-6 py-1 max-md:px-4">
      <Button variant="quiet" icon={ArrowLeft} className="-ml-2" onClick={() => goTo("records")}>
        {t("taskRules.list.back")}
      </Button>
      <span className="flex-1" />
      {children}
    </div>
  );
}

/** Above the records: how many the rule finds, and a link to a sample of them. */
function RecordsStrip() {
  const { active, goTo, figures, isFiltered } = useRulesMode();
  if (active === null) return null;
  const found = figures.value && foundRecords(figures.value);
  const amount = found === null ? t("taskRules.metric.unknown") : found.toLocaleString(LOCALE);
  // A count of an earlier query does not apply.
  const findsNone = found === 0 && !figures.isStale;
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-4 border-line border-b px-6 py-1 max-md:px-4">
      {/* The count of the rule, whatever filters narrow the list below. */}
      <span className="inline-flex items-center gap-2">
        <b className={cx("font-strong tabular-nums", figures.isStale && "text-soft")}>
          {t("taskRules.records", { amount })}
        </b>
        <span className="text-soft">{t("taskRules.matched")}</span>
        {isFiltered && (
          <Tooltip text={t("taskRules.filtered")}>
            <button
              type="button"
              aria-label={t("taskRules.filtered")}
              className="inline-grid size-6 place-items-center text-soft"
            >
              <Icon of={Info} size={14} />
            </button>
          </Tooltip>
        )}
      </span>
      <Button
        variant="ghost"
        size="compact"
        icon={Shuffle}
        className="ml-auto"
        inactive={findsNone}
        title={findsNone ? t("taskRules.sample.none") : undefined}
        onClick={() => findsNone || goTo("sample")}
      >
        {t("taskRules.sample.open", { count: findsNone ? 0 : Math.min(SAMPLE_SIZE, found || SAMPLE_SIZE) })}
      </Button>
    </div>
  );
}

/** Below the figures: links to the other places, with their counts. */
function WaysOn({ conflicts, onWritten }: { conflicts: Conflicts; onWritten: () => void }) {
  const { rules = [], allFigures, place, goTo } = useRulesMode();
  const [isApplying, setIsApplying] = useState(false);
  const covered = allFigures.value?.coverage;
  const records = (count: number) => t("words.records", { count });
  if (rules.length === 0) return null;
  return (
    <>
      <ul className="mt-6">
        {place !== "list" && (
          <Way icon={<Icon of={List} />} onGo={() => goTo("list")} amount={rules.length.toLocaleString(LOCALE)}>
            {t("taskRules.allRules")}
          </Way>
        )}
        {place !== "conflicts" && (
          <Way
            icon={<Icon of={GitCompare} />}
            onGo={() => goTo("conflicts")}
            amount={conflicts.found && records(conflicts.found.records.length)}
          >
            {t("taskRules.conflicts")}
          </Way>
        )}
        <Way
          icon={
            <span className="text-suggestion">
              <Star size={16} />
            </span>
          }
          onGo={() => setIsApplying(true)}
          amount={covered ? records(foundRecords(covered)) : null}
        >
          {t("taskRules.apply")}
        </Way>
      </ul>
      {isApplying && <ApplyDialog onClose={() => setIsApplying(false)} onWritten={onWritten} />}
    </>
  );
}

type WayProps = { icon: ReactNode; onGo: () => void; amount: string | null; children: ReactNode };

function Way({ icon, onGo, amount, children }: WayProps) {
  return (
    <li className="flex h-9 items-center gap-2 text-soft">
      {icon}
      <button type="button" onClick={onGo} className="text-accent underline-offset-[3px] hover:underline">
        {children}
      </button>
      <span className="ml-auto tabular-nums">{amount}</span>
    </li>
  );
}
