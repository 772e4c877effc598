import { isTaskDatasetKey, readTaskDatasetKey, taskDatasetKey } from "@postil/domain/tasks/record-key";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { t } from "i18next";
import { useCallback } from "react";
import { ImportPage } from "../../features/feedback/import/import-page.tsx";
import "../../lib/i18n/en/annotation.ts";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/importing.ts";
import "../../lib/i18n/en/lists.ts";
import { readText } from "../../lib/listed-values.ts";
import { DatasetHeader, useDatasetAccess } from "../feedback-dataset.tsx";
import { homeCrumb, PageHeader } from "../header/page-header.tsx";
import { LostInstead } from "../lost-instead.tsx";
import { TaskDatasetHeader, useTaskDatasetAccess } from "../task-dataset.tsx";

/** A file may have been tried for another dataset than that of the page. */
function headerOf(into: string | null) {
  if (into === null) return <PageHeader crumbs={[homeCrumb(), { label: t("forms.newDataset") }]} />;
  const here = t("importing.add.plainTitle");
  if (!isTaskDatasetKey(into)) return <DatasetHeader id={into} here={here} />;
  const { workspace, dataset } = readTaskDatasetKey(into);
  return <TaskDatasetHeader workspace={workspace} name={dataset} here={here} />;
}

/** A new dataset from a file. The file that is on the server is in the address, so a reload finds it again (IMP-05). */
export function NewDataset() {
  const navigate = useNavigate({ from: "/datasets/new" });
  const { file } = useSearch({ from: "/inside/datasets/new" });
  const onUpload = useCallback(
    (id: string | null) => void navigate({ search: id === null ? {} : { file: id }, replace: true }),
    [navigate],
  );
  return (
    <ImportPage
      headerOf={headerOf}
      uploadId={file === undefined ? null : readText(file)}
      onUpload={onUpload}
      into={null}
    />
  );
}

/** The same page for a dataset that is there (IMP-31). */
export function AddRecords() {
  const navigate = useNavigate({ from: "/dataset/{-$id}/add-records" });
  const { id = "" } = useParams({ from: "/inside/dataset/{-$id}/add-records" });
  const { file } = useSearch({ from: "/inside/dataset/{-$id}/add-records" });
  const lost = useDatasetAccess(id);
  const onUpload = useCallback(
    (upload: string | null) => void navigate({ search: upload === null ? {} : { file: upload }, replace: true }),
    [navigate],
  );
  if (lost !== null) return <LostInstead {...lost} />;
  return (
    <ImportPage
      key={id}
      headerOf={headerOf}
      uploadId={file === undefined ? null : readText(file)}
      onUpload={onUpload}
      into={id}
    />
  );
}

/** The same for a dataset of the older family (IMP-70). */
export function AddTaskRecords() {
  const from = "/datasets/$workspace/$dataset/add-records";
  const navigate = useNavigate({ from });
  const { workspace, dataset } = useParams({ from: `/inside${from}` });
  const { file } = useSearch({ from: `/inside${from}` });
  const lost = useTaskDatasetAccess(workspace, dataset);
  const onUpload = useCallback(
    (upload: string | null) => void navigate({ search: upload === null ? {} : { file: upload }, replace: true }),
    [navigate],
  );
  if (lost !== null) return <LostInstead {...lost} />;
  const key = taskDatasetKey(workspace, dataset);
  return (
    <ImportPage
      key={key}
      headerOf={headerOf}
      uploadId={file === undefined ? null : readText(file)}
      onUpload={onUpload}
      into={key}
    />
  );
}
