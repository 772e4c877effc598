import { settingsPath } from "@postil/domain/datasets/dataset-links";
import { likelyFirst } from "@postil/domain/tasks/likely-labels";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { asksForAll, mergeTaskFilters } from "@postil/domain/tasks/task-filters";
import type { RulesShown } from "@postil/domain/tasks/task-view";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { type ReactNode, useMemo } from "react";
import "../../../lib/i18n/en/task-rules.ts";
import { textLinkClass } from "../../../ui/text-link.ts";
import { RecordInputs } from "../record-inputs.tsx";
import { useTaskPage } from "../state/task-page-context.ts";
import { type ExploreProps, ofItsTask, type TaskKind } from "../task-kind.ts";
import { RuleMargin } from "./rule-margin.tsx";
import type { RulesPage } from "./rules-mode.ts";
import { multiLabelQuery } from "./rules-queries.ts";
import { RulesScreen } from "./rules-screen.tsx";

export type RulesViewProps = {
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
const RULED = ofItsTask<ShownTextRecord>({ Annotate: Explore, Explore, Margin: RuleMargin, buttons: () => [] });
