import { sameJson } from "@postil/domain/same-json";
import type { RulePair } from "@postil/domain/tasks/rules-conflicts";
import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { ConflictsView } from "./conflicts-view.tsx";
import { PairsPanel } from "./pairs-panel.tsx";
import { RuleEditor, RuleRecords } from "./rule-editor.tsx";
import { RuleUndoKeys } from "./rule-save.tsx";
import { RulesList } from "./rules-list.tsx";
import { RulesModeContext, type RulesPage, useRulesMode } from "./rules-mode.ts";
import { FiguresPanel, WaysOn } from "./rules-panel.tsx";
import { SamplePanel } from "./sample-panel.tsx";
import { SampleView } from "./sample-view.tsx";
import { useConflicts } from "./use-conflicts.ts";
import { useRulesState } from "./use-rules-state.ts";
import { SAMPLE_SIZE, useSample } from "./use-sample.ts";
import "../../../lib/i18n/en/task-rules.ts";
import { t } from "i18next";
import { ArrowLeft, Shuffle } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";

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
  /** The records of the query. */
  records: ReactNode;
  /** The page controls of the records. */
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

type ScreenProps = Omit<RulesScreenProps, "page">;

function Screen({ createLabels, onWritten, bar, modes, records, pages }: ScreenProps) {
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

/** The sheet that holds the records. */
const SHEET =
  "flex min-h-0 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-surface max-[960px]:flex-none max-md:rounded-none max-md:border-x-0";

function Head({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-(--bar) flex-wrap items-center gap-2 px-6 py-1 max-md:px-4">
      <BackToEditor />
      <span className="flex-1" />
      {children}
    </div>
  );
}

function BackToEditor() {
  const { goTo } = useRulesMode();
  return (
    <Button variant="quiet" icon={ArrowLeft} className="-ml-2" onClick={() => goTo("records")}>
      {t("taskRules.list.back")}
    </Button>
  );
}

/** Above the records: how many the rule finds, and a link to a sample of them. */
function RecordsStrip() {
  const { active, goTo, figures } = useRulesMode();
  if (active === null) return null;
  const found = figures.value && foundRecords(figures.value);
  // A count of an earlier query does not apply.
  const findsNone = found === 0 && !figures.isStale;
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-4 border-line border-b px-6 py-1 max-md:px-4">
      <RuleRecords />
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
