import { isTask } from "@postil/domain/datasets/dataset-links";
import { t } from "i18next";
import { RotateCw } from "lucide-react";
import "../../lib/i18n/lists-texts.ts";
import "../../lib/i18n/names-texts.ts";
import { Button } from "../../ui/button.tsx";
import { FilterButton } from "../../ui/filter-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { useSlashKey } from "../../ui/use-slash-key.ts";
import { ALL_DATASETS, isNarrowed, type ListCriteria } from "./list-criteria.ts";
import { choicesOf } from "./narrow.ts";
import type { DatasetRow } from "./rows.ts";

type ListBarProps = {
  /** null while they load */
  rows: readonly DatasetRow[] | null;
  shown: number;
  view: ListCriteria;
  onChange: (view: ListCriteria) => void;
  refreshing: boolean;
  onRefresh: () => void;
};

/** Search, filters, what they leave, refresh. */
export function ListBar({ rows, shown, view, onChange, refreshing, onRefresh }: ListBarProps) {
  const search = useSlashKey();
  const narrowed = isNarrowed(view);
  return (
    <div className="mb-2 flex min-h-(--bar) flex-wrap items-center gap-1 py-1">
      <SearchInput
        ref={search}
        label={t("datasets.find")}
        placeholder={t("datasets.find")}
        value={view.search}
        onChange={(text) => onChange({ ...view, search: text })}
        keys="/"
        className="w-[400px] max-w-full max-md:w-full"
      />
      <Filters rows={rows ?? []} view={view} onChange={onChange} />
      {narrowed && (
        <Button variant="ghost" onClick={() => onChange({ ...ALL_DATASETS, sort: view.sort })}>
          {t("lists.clearFilters")}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1 pl-3">
        <Count rows={rows} shown={shown} narrowed={narrowed} />
        <IconButton icon={RotateCw} label={t("datasets.refresh")} onClick={onRefresh} disabled={refreshing} />
      </span>
    </div>
  );
}

function Filters({ rows, view, onChange }: { rows: readonly DatasetRow[] } & Pick<ListBarProps, "view" | "onChange">) {
  const taskName = (task: string) => t(`names.task.${isTask(task) ? task : "FeedbackTask"}`);
  const filters = [
    { name: "workspaces", label: t("datasets.workspace"), nameOf: String },
    { name: "tasks", label: t("datasets.task"), nameOf: taskName },
    { name: "tags", label: t("datasets.tags"), nameOf: String },
  ] as const;
  return (
    <span className="flex flex-wrap items-center gap-1 md:ml-2">
      {filters.map(({ name, label, nameOf }) => {
        const choices = choicesOf(rows, name, view);
        // A list without tags is not narrowed by them.
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

/** "13 datasets in 6 workspaces", narrowed "2 of 13 datasets"; said to screen readers whenever it changes. */
function Count({ rows, shown, narrowed }: Pick<ListBarProps, "rows" | "shown"> & { narrowed: boolean }) {
  const total = rows?.length ?? 0;
  const datasets = t("datasets.countDatasets", { count: total });
  const count = new Set(rows?.map((row) => row.workspaceName)).size;
  const workspaces = t("datasets.countWorkspaces", { count });
  return (
    <span role="status" className="text-soft tabular-nums">
      {total > 0 &&
        (narrowed ? t("datasets.countSome", { shown, datasets }) : t("datasets.count", { datasets, workspaces }))}
    </span>
  );
}
