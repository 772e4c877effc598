import { isPrivileged } from "@postil/domain/accounts/policies";
import { annotationPath } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { t } from "i18next";
import { TaskSettingsPage } from "../../features/task-settings/task-settings-page.tsx";
import "../../lib/i18n/en/dataset-settings.ts";
import "../../lib/i18n/en/user-settings.ts";
import "../../lib/i18n/en/task-settings.ts";
import { taskDatasetKey, taskDatasetQuery } from "../../lib/api/queries/task-dataset.ts";
import { underBase } from "../../lib/base-path.ts";
import { useUser } from "../../lib/session/store.ts";
import { TopAndColumn } from "../../ui/layouts/columns.tsx";
import { Main, PageFrame } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SettingsTop } from "../../ui/settings/dataset-parts.tsx";
import { Waiting, WaitingTabs } from "../../ui/settings/waiting.tsx";
import { LostInstead } from "../lost-instead.tsx";
import { useLeaveDeleted, useShowDeleted, useTabInAddress } from "../settings-page.ts";
import { TaskDatasetHeader, useTaskDatasetAccess } from "../task-dataset.tsx";

/** The page does not wait for this code. Labels can be edited without it. */
const LabelsPreview = lazyPart(() => import("../../features/tasks/preview/labels-preview.tsx"));

/** The settings of a task dataset; the tab is in the hash of the address (RTE-06, design/settings.md). */
export function TaskDatasetSettings() {
  const { workspace, dataset: name } = useParams({ from: "/inside/datasets/$workspace/$dataset/settings" });
  const [tab, onTab] = useTabInAddress();
  const onDeleted = useLeaveDeleted(taskDatasetKey(workspace, name));
  const onShowDeleted = useShowDeleted();
  const user = useUser();
  const { data: dataset, error } = useQuery(taskDatasetQuery(workspace, name));
  const lost = useTaskDatasetAccess(workspace, name);
  if (lost?.loss === "deleted") return <LostInstead {...lost} />;
  // The error page shows a missing dataset. It also shows any other failure, unless the dataset is already loaded.
  if (error !== null && dataset === undefined) throw error;
  const header = <TaskDatasetHeader workspace={workspace} name={name} here={t("datasetSettings.crumb")} />;
  // Any task will do: the path only needs the family of the dataset.
  const path = annotationPath({ id: "", name, workspaceName: workspace, task: "TextClassification" });
  if (dataset === undefined) {
    const top = <SettingsTop annotationLink={<Link to={path} />} />;
    return user !== null && isPrivileged(user) ? (
      <PageFrame header={header}>
        <Main className="flex flex-col">
          <div className="px-6 max-md:px-4">{top}</div>
          <WaitingTabs tabs={4} />
        </Main>
      </PageFrame>
    ) : (
      <TopAndColumn header={header} top={top}>
        <Waiting />
      </TopAndColumn>
    );
  }
  return (
    <TaskSettingsPage
      key={dataset.id}
      dataset={dataset}
      header={header}
      annotationLink={<Link to={path} />}
      annotationAddress={window.location.origin + underBase(path)}
      tab={tab}
      onTab={onTab}
      onDeleted={onDeleted}
      onShowDeleted={onShowDeleted}
      preview={(labels) => <LabelsPreview dataset={dataset} labels={labels} />}
      shutOut={lost !== null}
    />
  );
}
