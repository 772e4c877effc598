import { useParams } from "@tanstack/react-router";
import { TaskPageEntry } from "../../features/tasks/page/task-workbench.tsx";
import { PageFrame } from "../../ui/layouts/frame.tsx";
import { LostInstead } from "../lost-instead.tsx";
import { TaskDatasetHeader, useTaskDatasetAccess } from "../task-dataset.tsx";
import { useGoToRecord } from "../use-go-to-record.ts";

// chunk: tasks

/** The annotation page of a task dataset (RTE-05). */
export function TaskAnnotation() {
  const { workspace, dataset } = useParams({ from: "/inside/datasets/$workspace/$dataset" });
  const goToRecord = useGoToRecord();
  const lost = useTaskDatasetAccess(workspace, dataset);
  if (lost !== null) return <LostInstead {...lost} />;
  return (
    <PageFrame header={<TaskDatasetHeader workspace={workspace} name={dataset} />}>
      <TaskPageEntry key={`${workspace}/${dataset}`} workspace={workspace} name={dataset} onGoToRecord={goToRecord} />
    </PageFrame>
  );
}
