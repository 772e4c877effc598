import { isPrivileged } from "@postil/domain/accounts/policies";
import { t } from "i18next";
import type { ReactNode } from "react";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { OneColumn } from "../../ui/layouts/one-column.tsx";
import { useNow } from "../../ui/use-now.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { columnsFor } from "./columns.ts";
import { DatasetsTable } from "./datasets-table.tsx";
import { ListBar } from "./list-bar.tsx";
import { ALL_DATASETS, isNarrowed, type ListCriteria } from "./list-criteria.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { narrow, order } from "./narrow.ts";
import { NoDatasets } from "./no-datasets.tsx";
import { NoMatch } from "./no-match.tsx";
import { type Datasets, useDatasets } from "./use-datasets.ts";
import { usePinnedDatasets } from "./use-pinned-datasets.ts";

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

type ListProps = { datasets: Datasets; team: boolean } & Omit<DatasetsPageProps, "header">;

function List({ datasets, team, view, onViewChange }: ListProps) {
  const { rows, failed } = datasets;
  const [remembered, remember] = usePreference("datasetsSort");
  const [pinned, togglePin] = usePinnedDatasets();
  const now = useNow();
  const columns = columnsFor(rows);
  const sort = view.sort ?? remembered;
  const shown = order(narrow(rows ?? [], view), sort, pinned);
  return (
    // Wider, the eye would lose the line between a name and its figures.
    <div className="max-w-[1600px]">
      <VisuallyHidden>
        <h1>{t("datasets.title")}</h1>
      </VisuallyHidden>
      <ListBar
        rows={rows}
        shown={shown.length}
        view={view}
        onChange={onViewChange}
        refreshing={datasets.refreshing}
        onRefresh={datasets.refresh}
      />
      {failed.map((part) => (
        <div key={part} className="py-1">
          <InlineError message={t(`datasets.failed.${part}`)} onRetry={() => datasets.retry(part)} />
        </div>
      ))}
      {rows === null && <ListSkeleton columns={columns} />}
      {rows !== null && shown.length > 0 && (
        <DatasetsTable
          rows={shown}
          columns={columns}
          sort={sort}
          onSort={(next) => {
            remember(next);
            onViewChange({ ...view, sort: next });
          }}
          pinned={pinned}
          onPin={togglePin}
          team={team}
          now={now}
        />
      )}
      {rows !== null && shown.length === 0 && isNarrowed(view) && (
        <NoMatch rows={rows} view={view} onClear={() => onViewChange({ ...ALL_DATASETS, sort: view.sort })} />
      )}
    </div>
  );
}
