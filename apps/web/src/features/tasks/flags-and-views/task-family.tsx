import { flagFromWire } from "@postil/contract/datasets/labeling-mapping";
import { savedViewFromWire } from "@postil/contract/datasets/view-mapping";
import { MOST_FLAGS } from "@postil/domain/records/record-preview";
import { readTaskDatasetKey, taskDatasetKey } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { readTaskAddress, taskViewQuery, writeTaskCriteria } from "@postil/domain/tasks/task-address";
import { idText } from "@postil/domain/tasks/task-search";
import { api } from "../../../lib/api/api.ts";
import { taskDatasetKey as queryKeyOf } from "../../../lib/api/queries/task-dataset.ts";
import { type Family, FamilyContext } from "../../../workbench/family/family.ts";
import { FlagButton, useFlagged } from "../../../workbench/record/flags.tsx";
import { ViewsMenu } from "../../../workbench/search/views-menu.tsx";
import { type TaskPage, useTaskPage } from "../state/task-page-context.ts";

/** The workbench identifies a task dataset by its key, and a record in it by its id as a string. */
function placeOf(datasetKey: string) {
  const { workspace, dataset: name } = readTaskDatasetKey(datasetKey);
  return { params: { name }, query: { workspace } };
}

function recordAt(datasetKey: string, id: string) {
  const { params, query } = placeOf(datasetKey);
  return [
    { params: { ...params, id }, query },
    { quiet: true, dataset: datasetKey },
  ] as const;
}

/** The calls of the workbench for task datasets. They run in the background, or the caller shows a failure in place. */
export const TASK_FAMILY: Family = {
  heldUnder: (datasetKey) => {
    const { workspace, dataset } = readTaskDatasetKey(datasetKey);
    return queryKeyOf(workspace, dataset);
  },
  flags: {
    list: async (datasetKey, signal) => {
      const { params, query } = placeOf(datasetKey);
      const request = { params, query: { ...query, limit: MOST_FLAGS } };
      return (await api.call("listMyTaskFlags", request, { signal, quiet: true })).items.map(flagFromWire);
    },
    flag: async (...at) => flagFromWire(await api.call("flagTaskRecord", ...recordAt(...at))),
    unflag: async (...at) => {
      await api.call("unflagTaskRecord", ...recordAt(...at));
    },
  },
  views: {
    list: async (datasetKey, signal) =>
      (await api.call("listMyTaskViews", placeOf(datasetKey), { signal, quiet: true })).items.map(savedViewFromWire),
    save: async (datasetKey, body) =>
      savedViewFromWire(await api.call("createTaskView", { ...placeOf(datasetKey), body }, { quiet: true })),
    kept: taskViewQuery,
  },
};

type RowFlagProps = { record: Pick<ShownTaskRecord, "id">; isCursor: boolean };

/** The flag of a row. In the cursor row it has its key; other rows show it only if the record is flagged (design/record.md#flags). */
export function RowFlag({ record, isCursor }: RowFlagProps) {
  const { dataset } = useTaskPage();
  const [datasetId, recordId] = [taskDatasetKey(dataset.workspaceName, dataset.name), String(record.id)];
  return (
    <FamilyContext value={TASK_FAMILY}>
      <Flag datasetId={datasetId} recordId={recordId} isCursor={isCursor} />
    </FamilyContext>
  );
}

function Flag({ datasetId, recordId, isCursor }: { datasetId: string; recordId: string; isCursor: boolean }) {
  const flagged = useFlagged(datasetId, recordId);
  if (flagged !== true && !isCursor) return null;
  return (
    <FlagButton
      recordId={recordId}
      datasetId={datasetId}
      keyed={isCursor}
      size="small"
      className="max-md:size-11"
      // Like all controls of a row; this one may be drawn after the others.
      tabIndex={isCursor ? 0 : -1}
    />
  );
}

type TaskViewsProps = { page: Pick<TaskPage, "dataset" | "view" | "changeView"> };

/**
 * The menu of saved views and flagged records (design/task-search.md#views). A chosen view keeps the mode and the page size. A
 * flagged record opens in the same mode, or in annotate mode if the page shows rules. Lazily loaded.
 */
export function TaskViews({ page: { dataset, view, changeView } }: TaskViewsProps) {
  const mode = view.mode === "labelling-rules" ? "annotate" : view.mode;
  return (
    <FamilyContext value={TASK_FAMILY}>
      <ViewsMenu
        datasetId={taskDatasetKey(dataset.workspaceName, dataset.name)}
        query={writeTaskCriteria(view)}
        onApply={(query) => {
          const { filters, sort } = readTaskAddress(query);
          changeView({ filters, sort });
        }}
        onOpenRecord={(id) => changeView({ filters: { text: idText(id) }, sort: [], mode })}
      />
    </FamilyContext>
  );
}
