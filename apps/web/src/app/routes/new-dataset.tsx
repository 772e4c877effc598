import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { t } from "i18next";
import { useCallback } from "react";
import { ImportPage } from "../../features/feedback/import/import-page.tsx";
import "../../lib/i18n/en/annotation.ts";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/importing.ts";
import { readText } from "../../lib/listed-values.ts";
import { DatasetHeader, useDatasetAccess } from "../feedback-dataset.tsx";
import { homeCrumb, PageHeader } from "../header/page-header.tsx";
import { LostInstead } from "../lost-instead.tsx";

/** A file may have been tried for another dataset than that of the page. */
const headerOf = (into: string | null) =>
  into === null ? (
    <PageHeader crumbs={[homeCrumb(), { label: t("importing.crumb") }]} />
  ) : (
    <DatasetHeader id={into} here={t("importing.add.plainTitle")} />
  );

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
