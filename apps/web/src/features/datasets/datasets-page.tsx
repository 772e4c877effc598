import { isPrivileged } from "@postil/domain/accounts/policies";
import { isTask } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { RotateCw } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import "../../lib/i18n/en/lists.ts";
import { workspacesQuery } from "../../lib/api/queries/dataset.ts";
import { myDatasetsQuery, taskDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { type SessionUser, useUser } from "../../lib/session/store.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/cx.ts";
import { FilterButton, FindInput } from "../../ui/filter-button.tsx";
import { OneColumn, usePageTitle } from "../../ui/layouts/frame.tsx";
import { cardsLook, ListSkeleton, ListTable } from "../../ui/list-table.tsx";
import { EmptyState, InlineError } from "../../ui/no-content.tsx";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { useNow } from "../../ui/time.tsx";
import { useExports } from "../../workbench/export/export-button.tsx";
import { datasetColumns, NAMES } from "./dataset-columns.tsx";
import {
  ALL_DATASETS,
  choicesOf,
  type DatasetRow,
  feedbackRow,
  isNarrowed,
  type ListCriteria,
  maySee,
  narrow,
  order,
  readSort,
  rowPath,
  taskRow,
  writeSort,
} from "./dataset-list.ts";
import { ImportsHere, NoDatasets } from "./no-datasets.tsx";

type DatasetsPageProps = {
  header: ReactNode;
  view: ListCriteria;
  onViewChange: (view: ListCriteria) => void;
};

/** All datasets of the user, of both families (RTE-04, DSL-01). */
export function DatasetsPage({ header, view, onViewChange }: DatasetsPageProps) {
  usePageTitle(t("datasets.title"));
  const user = useUser();
  const datasets = useDatasets(user);
  const team = user !== null && isPrivileged(user);
  const none = datasets.rows?.length === 0 && datasets.failed.length === 0;
  return (
    <OneColumn header={header}>
      {none && user !== null ? (
        <NoDatasets user={user} />
      ) : (
        <List datasets={datasets} team={team} view={view} onViewChange={onViewChange} />
      )}
    </OneColumn>
  );
}

const PARTS = ["feedback", "task", "workspaces"] as const;
type Part = (typeof PARTS)[number];
type Datasets = ReturnType<typeof useDatasets>;

/** Both families in one list (DSL-01). The two lists and the workspace names are loaded at the same time. */
function useDatasets(user: SessionUser | null) {
  const feedback = useQuery(myDatasetsQuery());
  const task = useQuery(taskDatasetsQuery());
  const workspaces = useQuery(workspacesQuery());
  const parts = { feedback, task, workspaces };
  const rows = useMemo(() => {
    if (user === null) return [];
    const all = [
      ...(feedback.data ?? []).map((dataset) => feedbackRow(dataset, workspaces.data ?? [])),
      ...(task.data ?? []).map(taskRow),
    ];
    return all.filter((row) => maySee(row, user));
  }, [feedback.data, task.data, workspaces.data, user]);
  // While a failed part loads again, the others stay on the screen.
  const isKnown = PARTS.every((part) => parts[part].isFetched);
  return {
    /** null until each part is loaded or has failed */
    rows: isKnown ? rows : null,
    /** the parts that failed to load; the others are shown (DSL-12) */
    failed: PARTS.filter((part) => parts[part].isError),
    refreshing: PARTS.some((part) => parts[part].isFetching),
    retry: (part: Part) => void parts[part].refetch(),
    refresh: () => void Promise.all(PARTS.map((part) => parts[part].refetch())),
  };
}

const LOOK = cardsLook("max-[640px]:grid-cols-[fit-content(36%)_minmax(0,1fr)_auto_auto]");
/** The number of extra rows to draw; only drawn rows load their progress. */
const OVERSCAN = 10;

type ListProps = { datasets: Datasets; team: boolean } & Omit<DatasetsPageProps, "header">;

function List({ datasets, team, view, onViewChange }: ListProps) {
  const { rows, failed } = datasets;
  const [remembered, remember] = usePreference("datasetsSort");
  const [pinned] = usePreference("pinnedDatasets");
  const now = useNow();
  // The tags column is shown only if a dataset has tags.
  const tags = rows?.some((row) => Object.keys(row.tags).length > 0) ?? false;
  const exports = useExports();
  const onExport = exports?.open ?? null;
  const columns = useMemo(() => datasetColumns({ now, team, tags, onExport }), [now, team, tags, onExport]);
  const sort = view.sort ?? remembered;
  const shown = order(narrow(rows ?? [], view), sort, new Set(pinned));
  const clear = () => onViewChange({ ...ALL_DATASETS, sort: view.sort });
  return (
    // In a wider list, it is hard to follow the line from a name to its numbers.
    <div className="max-w-[1600px]">
      <VisuallyHidden>
        <h1>{t("datasets.title")}</h1>
      </VisuallyHidden>
      <div className="mb-2 flex min-h-(--bar) flex-wrap items-center gap-1 py-1">
        <FindInput
          label={t("datasets.find")}
          value={view.search}
          onChange={(search) => onViewChange({ ...view, search })}
        />
        <Filters rows={rows ?? []} view={view} onChange={onViewChange} />
        {isNarrowed(view) && (
          <Button variant="ghost" onClick={clear}>
            {t("lists.clearFilters")}
          </Button>
        )}
        <span className="ml-auto flex items-center gap-1 pl-3">
          {/* Announced to screen readers at every change. */}
          <span role="status" className="text-soft tabular-nums">
            {countText(rows ?? [], shown.length, isNarrowed(view))}
          </span>
          <IconButton
            icon={RotateCw}
            label={t("datasets.refresh")}
            onClick={datasets.refresh}
            disabled={datasets.refreshing}
          />
          {team && <ImportsHere as="button" />}
        </span>
      </div>
      {failed.map((part) => (
        <div key={part} className="py-1">
          <InlineError message={t(`datasets.failed.${part}`)} onRetry={() => datasets.retry(part)} />
        </div>
      ))}
      {rows === null && <ListSkeleton look={LOOK} columns={columns} rows={NAMES.length} />}
      {shown.length > 0 && (
        <ListTable
          label={t("datasets.title")}
          look={LOOK}
          columns={columns}
          rows={shown}
          rowClass={() => "group relative hover:bg-hover"}
          sort={readSort(sort)}
          onSort={(next) => {
            const preferred = writeSort(next);
            remember(preferred);
            onViewChange({ ...view, sort: preferred });
          }}
          overscan={OVERSCAN}
        />
      )}
      {rows !== null && shown.length === 0 && isNarrowed(view) && <NoMatch rows={rows} view={view} onClear={clear} />}
      {exports?.dialog}
    </div>
  );
}

const taskName = (task: string) => t(`names.task.${isTask(task) ? task : "FeedbackTask"}`);

type FiltersProps = { rows: readonly DatasetRow[]; view: ListCriteria; onChange: (view: ListCriteria) => void };

function Filters({ rows, view, onChange }: FiltersProps) {
  const filters = [
    { name: "workspaces", label: t("forms.workspace"), nameOf: String },
    { name: "tasks", label: t("datasets.task"), nameOf: taskName },
    { name: "tags", label: t("datasets.tags"), nameOf: String },
  ] as const;
  return (
    <span className="flex flex-wrap items-center gap-1 md:ml-2">
      {filters.map(({ name, label, nameOf }) => {
        const choices = choicesOf(rows, name, view);
        // A list without tags has no tags filter.
        if (name === "tags" && choices.length === 0 && view.tags.length === 0) return null;
        return (
          <FilterButton
            key={name}
            label={label}
            choices={choices}
            chosen={view[name]}
            onChange={(chosen) => onChange({ ...view, [name]: chosen })}
            nameOf={nameOf}
            isNames={name !== "tasks"}
          />
        );
      })}
    </span>
  );
}

/** "13 datasets in 6 workspaces", filtered "2 of 13 datasets". */
function countText(rows: readonly DatasetRow[], shown: number, narrowed: boolean): string {
  if (rows.length === 0) return "";
  const datasets = t("forms.datasets", { count: rows.length });
  if (narrowed) return t("datasets.countSome", { shown, datasets });
  const count = new Set(rows.map((row) => row.workspaceName)).size;
  return t("datasets.count", { datasets, workspaces: t("forms.workspaces", { count }) });
}

const either = new Intl.ListFormat(LOCALE, { type: "disjunction" });
const both = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** Shown if nothing matches: the criteria in words, and the only match in other workspaces, if there is exactly one. */
function NoMatch({ rows, view, onClear }: { rows: readonly DatasetRow[]; view: ListCriteria; onClear: () => void }) {
  const elsewhere = narrow(rows, { ...view, workspaces: [] });
  const only = elsewhere.length === 1 ? elsewhere[0] : undefined;
  return (
    <EmptyState
      isApart
      title={t("datasets.noMatch.title")}
      actions={<Button onClick={onClear}>{t("lists.clearFilters")}</Button>}
    >
      {t("datasets.noMatch.text", { conditions: conditionsText(view) })}
      {only !== undefined && (
        <>
          {" "}
          {t("datasets.noMatch.elsewhere")}{" "}
          <Link translate="no" to={rowPath(only)} className={textLinkClass}>
            {only.name}
          </Link>{" "}
          {t("datasets.noMatch.elsewhereIn", { workspace: only.workspaceName })}.
        </>
      )}
    </EmptyState>
  );
}

function conditionsText({ workspaces, tasks, tags, search }: ListCriteria): string {
  return both.format([
    ...(workspaces.length > 0 ? [t("datasets.noMatch.inWorkspace", { names: either.format(workspaces) })] : []),
    ...(tasks.length > 0 ? [t("datasets.noMatch.forTask", { names: either.format(tasks.map(taskName)) })] : []),
    ...(search.trim() !== "" ? [t("datasets.noMatch.withText", { text: search.trim() })] : []),
    ...(tags.length > 0 ? [t("datasets.noMatch.withTag", { names: either.format(tags) })] : []),
  ]);
}
