import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SettingsInfoPage } from "../../features/settings-info/settings-info-page.tsx";
import { DatasetHeader } from "../header/dataset-header.tsx";
import { useLeaveWithoutAccess } from "../use-leave-without-access.ts";

/** The settings of a feedback dataset: for now what everybody may read of it (ROL-08). */
export function DatasetSettings() {
  const { t } = useTranslation();
  const { id = "" } = useParams({ from: "/inside/dataset/{-$id}/settings" });
  useLeaveWithoutAccess(id);
  return (
    <SettingsInfoPage key={id} datasetId={id} header={<DatasetHeader id={id} here={t("datasets.settings.crumb")} />} />
  );
}
