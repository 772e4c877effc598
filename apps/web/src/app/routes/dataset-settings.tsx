import { annotationPath, FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { t } from "i18next";
import { QuestionsPreview } from "../../features/feedback/questions/questions-preview.tsx";
import { RecordBody } from "../../features/feedback/record/record-body.tsx";
import type { Preview } from "../../features/settings/fields-and-questions.tsx";
import { NewDraftPage } from "../../features/settings/new-draft-page.tsx";
import { SettingsPage } from "../../features/settings/settings-page.tsx";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import { datasetKey } from "../../lib/api/queries/dataset.ts";
import { underBase } from "../../lib/base-path.ts";
import { DatasetHeader, DatasetPictures, useDatasetAccess } from "../feedback-dataset.tsx";
import { homeCrumb, PageHeader } from "../header/page-header.tsx";
import { LostInstead } from "../lost-instead.tsx";
import { useLeaveDeleted, useShowDeleted, useTabInAddress } from "../settings-page.ts";

const PREVIEW: Preview = {
  record: (fields, record) => <RecordBody record={record} fields={fields} properties={[]} />,
  questions: (questions, record, fields) => <QuestionsPreview questions={questions} record={record} fields={fields} />,
};

/** The settings of a feedback dataset; the tab is in the hash of the address (RTE-08, design/settings.md). */
export function DatasetSettings() {
  const { id = "" } = useParams({ from: "/inside/dataset/{-$id}/settings" });
  const [tab, onTab] = useTabInAddress();
  const onDeleted = useLeaveDeleted(datasetKey(id));
  const onShowDeleted = useShowDeleted();
  const lost = useDatasetAccess(id);
  const path = annotationPath({ id, name: "", workspaceName: "", task: FEEDBACK_TASK });
  if (lost !== null) return <LostInstead {...lost} />;
  return (
    <DatasetPictures id={id}>
      <SettingsPage
        key={id}
        datasetId={id}
        header={<DatasetHeader id={id} here={t("datasetSettings.crumb")} />}
        annotationLink={<Link to={path} />}
        annotationAddress={window.location.origin + underBase(path)}
        tab={tab}
        onTab={onTab}
        onDeleted={onDeleted}
        onShowDeleted={onShowDeleted}
        preview={PREVIEW}
      />
    </DatasetPictures>
  );
}

/** A new feedback dataset without a file, then its settings (DSB-01). */
export function NewDraft() {
  const navigate = useNavigate();
  const onMade = (id: string) =>
    void navigate({
      to: "/dataset/{-$id}/settings",
      params: { id },
      hash: "fields",
      replace: true,
      ignoreBlocker: true,
    });
  return (
    <NewDraftPage header={<PageHeader crumbs={[homeCrumb(), { label: t("forms.newDataset") }]} />} onMade={onMade} />
  );
}
