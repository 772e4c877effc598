import type { Workspace } from "@postil/domain/accounts/users";
import type { WorkspaceDataset } from "@postil/domain/accounts/workspace-overview";
import { annotationPath } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { ProgressSegments } from "../../../ui/progress-segments.tsx";
import { ColumnHead } from "./column-head.tsx";
import { TaskName } from "./task-name.tsx";

type InsideDatasetsProps = {
  workspace: Pick<Workspace, "name">;
  datasets: readonly WorkspaceDataset[];
};

/** The datasets of a workspace, of both families. */
export function InsideDatasets({ workspace, datasets }: InsideDatasetsProps) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="inside-datasets"
      className="py-3 min-[1080px]:min-h-[calc(100dvh-8rem)] min-[1080px]:border-line min-[1080px]:border-l min-[1080px]:pl-12"
    >
      <h2 id="inside-datasets" className="mb-1 flex min-h-10 items-center gap-2 font-strong text-lead">
        {t("workspaces.one.datasets")}
        <span className="font-body text-body text-soft tabular-nums">{datasets.length.toLocaleString(LOCALE)}</span>
      </h2>
      {datasets.length === 0 ? (
        <p className="py-3 text-soft">{t("workspaces.one.noDatasets")}</p>
      ) : (
        <table aria-labelledby="inside-datasets" className="w-full table-fixed border-collapse">
          <thead>
            <tr className="h-9 border-line border-b text-left text-small text-soft">
              <ColumnHead of="name" />
              <ColumnHead of="task" className="w-46 max-[640px]:hidden" />
              <ColumnHead of="records" className="w-28 text-right max-[780px]:hidden" />
              <ColumnHead of="progress" className="w-40 max-[640px]:w-36" />
            </tr>
          </thead>
          <tbody>
            {datasets.map((dataset) => (
              <tr key={dataset.id} className="h-12 border-line border-b hover:bg-hover">
                <td className="truncate pr-3">
                  <Link
                    to={annotationPath({ ...dataset, workspaceName: workspace.name })}
                    className="font-strong hover:text-accent"
                  >
                    {dataset.name}
                  </Link>
                </td>
                <td className="pr-3 max-[640px]:hidden">
                  <TaskName task={dataset.task} />
                </td>
                <td className="pr-4 text-right tabular-nums max-[780px]:hidden">
                  {dataset.records.toLocaleString(LOCALE)}
                </td>
                <td>
                  <Progress dataset={dataset} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-3 text-small text-soft">{t("workspaces.one.datasetsNote", { name: workspace.name })}</p>
    </section>
  );
}

function Progress({ dataset: { records, answered } }: { dataset: WorkspaceDataset }) {
  const { t } = useTranslation();
  const percent = usePercent();
  if (records === 0) return <span className="text-soft">{t("workspaces.one.noRecords")}</span>;
  const text = t("workspaces.one.answeredOf", { answered, records });
  return (
    <span title={text} className="inline-flex items-center gap-3 tabular-nums">
      <ProgressSegments
        label={t("workspaces.column.progress")}
        total={records}
        segments={[{ status: "submitted", value: answered, text }]}
        className="w-20"
      />
      {percent(answered / records)}
    </span>
  );
}
