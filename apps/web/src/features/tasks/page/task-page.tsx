import type { RecordOf } from "../../../unsent/records-on-server.ts";
import "../../../lib/i18n/en/tasks.ts";
import { isPrivileged } from "@postil/domain/accounts/policies";
import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { isLabeled } from "@postil/domain/datasets/dataset-links";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { useQuery } from "@tanstack/react-query";
import { taskDatasetQuery } from "../../../lib/api/queries/task-dataset.ts";
import type { LabeledDataset } from "../../../lib/api/queries/task-settings.ts";
import { useUser } from "../../../lib/session/use-session.ts";
import { useTaskLabels } from "../../../lib/task-labels/use-task-labels.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { RecordsSkeleton } from "../list/records-skeleton.tsx";
import { kindQuery } from "./task-kinds.ts";
import { TaskWorkbench } from "./task-workbench.tsx";

type GoToRecord = (of: RecordOf) => void;
type TaskPageProps = { workspace: string; name: string; onGoToRecord: GoToRecord };

/** The annotation page of a task dataset, opened by its names (TLO-01 to TLO-07). */
export function TaskPageEntry({ workspace, name, onGoToRecord }: TaskPageProps) {
  usePageTitle(name);
  const { data: dataset, error } = useQuery(taskDatasetQuery(workspace, name));
  // The dataset does not exist, has an unknown task, or could not be loaded: the error page says which (TLO-11).
  if (error !== null && dataset === undefined) throw error;
  if (dataset === undefined) return <RecordsSkeleton />;
  // Text to text has no labels (TLO-07).
  if (!isLabeled(dataset)) return <WithKind dataset={dataset} labels={NO_LABELS} onGoToRecord={onGoToRecord} />;
  return <WithLabels dataset={dataset} onGoToRecord={onGoToRecord} />;
}

const NO_LABELS: readonly GlobalLabel[] = [];

function WithLabels({ dataset, onGoToRecord }: { dataset: LabeledDataset; onGoToRecord: GoToRecord }) {
  const { labels, error } = useTaskLabels(dataset);
  if (error !== null) throw error;
  if (labels === undefined) return <RecordsSkeleton />;
  return <WithKind dataset={dataset} labels={labels} onGoToRecord={onGoToRecord} />;
}

type WithKindProps = { dataset: KnownTaskDataset; labels: readonly GlobalLabel[]; onGoToRecord: GoToRecord };

function WithKind({ dataset, labels, onGoToRecord }: WithKindProps) {
  const user = useUser();
  const { data: kind, error } = useQuery(kindQuery(dataset.task));
  if (error !== null) throw error;
  if (kind === undefined) return <RecordsSkeleton />;
  const privileged = user !== null && isPrivileged(user);
  return (
    <TaskWorkbench dataset={dataset} labels={labels} kind={kind} privileged={privileged} onGoToRecord={onGoToRecord} />
  );
}
