import { annotationPath } from "@postil/domain/datasets/dataset-links";
import { readTaskRecordKey } from "@postil/domain/tasks/record-key";
import { useNavigate, useParams } from "@tanstack/react-router";
import { TaskPageEntry } from "../../features/tasks/task-page.tsx";
import { PageFrame } from "../../ui/layouts/frame.tsx";
import { TaskDatasetHeader } from "../header/task-dataset-header.tsx";

/** The annotation page of a task dataset (RTE-05). */
export function TaskAnnotation() {
  const { workspace, dataset } = useParams({ from: "/inside/datasets/$workspace/$dataset" });
  const navigate = useNavigate();
  // What is not saved may be of another dataset, of either family.
  const goToRecord = ({ datasetId, recordId }: { readonly datasetId: string; readonly recordId: string }) => {
    const place = readTaskRecordKey(recordId);
    if (place === null)
      return void navigate({
        to: "/dataset/{-$id}/annotation-mode",
        params: { id: datasetId },
        search: { record: recordId },
      });
    const linked = { id: datasetId, name: place.dataset, workspaceName: place.workspace, task: place.task };
    const query = JSON.stringify({ text: `id:${JSON.stringify(String(place.id))}` });
    void navigate({ to: annotationPath(linked), search: { query } });
  };
  return (
    <PageFrame header={<TaskDatasetHeader workspace={workspace} name={dataset} />}>
      <TaskPageEntry key={`${workspace}/${dataset}`} workspace={workspace} name={dataset} onGoToRecord={goToRecord} />
    </PageFrame>
  );
}
