import type { Workspace } from "@postil/domain/accounts/users";
import type { WorkspaceDataset } from "@postil/domain/accounts/workspace-overview";
import { annotationPath } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { ProgressSegments } from "../../../ui/progress-segments.tsx";
import { ColumnHead } from "./column-head.tsx";
import { TaskName } from "./task-name.tsx";
import { WorkspacePart } from "./workspace-part.tsx";

type InsideDatasetsProps = {
  workspace: Pick<Workspace, "name">;
  datasets: readonly WorkspaceDataset[];
};

/** The datasets of a workspace, of both families. */
export function InsideDatasets({ workspace, datasets }: InsideDatasetsProps) {
  return (
    <WorkspacePart
      id="inside-datasets"
      title={t("workspaces.one.datasets")}
      count={datasets.length.toLocaleString(LOCALE)}
      heads={
        <>
          <ColumnHead of="name" />
          <ColumnHead of="task" className="w-46 max-[640px]:hidden" />
          <ColumnHead of="records" className="w-28 text-right max-[780px]:hidden" />
          <ColumnHead of="progress" className="w-40 max-[640px]:w-36" />
        </>
      }
      rows={datasets.map((dataset) => <Row key={dataset.id} dataset={dataset} workspace={workspace} />)}
      none={t("workspaces.one.noDatasets")}
      note={t("workspaces.one.datasetsNote", { name: workspace.name })}
      className="min-[1080px]:border-line min-[1080px]:border-l min-[1080px]:pl-12"
    />
  );
}

function Row({ dataset, workspace }: Pick<InsideDatasetsProps, "workspace"> & { dataset: WorkspaceDataset }) {
  return (
    <tr className="h-12 border-line border-b hover:bg-hover">
      <td className="truncate pr-3">
        <Link
          translate="no"
          to={annotationPath({ ...dataset, workspaceName: workspace.name })}
          className="font-strong hover:text-accent"
        >
          {dataset.name}
        </Link>
      </td>
      <td className="pr-3 max-[640px]:hidden">
        <TaskName task={dataset.task} />
      </td>
      <td className="pr-4 text-right tabular-nums max-[780px]:hidden">{dataset.records.toLocaleString(LOCALE)}</td>
      <td>
        <Progress dataset={dataset} />
      </td>
    </tr>
  );
}

function Progress({ dataset: { records, answered } }: { dataset: WorkspaceDataset }) {
  const percent = usePercent();
  if (records === 0) return <span className="text-soft">{t("workspaces.one.noRecords")}</span>;
  const text = t("workspaces.one.answeredOf", { answered, records });
  return (
    <span title={text} className="flex items-center gap-3 tabular-nums">
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
