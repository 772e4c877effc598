import { taskDatasetToWire } from "@postil/contract/datasets/mapping";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { type NamesWorkspace, workspaceNamed } from "@postil/contract/tasks/datasets";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import { answerOutcomeToWire, taskRecordToWire } from "@postil/contract/tasks/record-mapping";
import { coverageToWire, labelingRuleToWire, ruleMetricsToWire } from "@postil/contract/tasks/rules-mapping";
import { taskQueryFromWire, taskQueryToEnd, taskSortFromWire } from "@postil/contract/tasks/search";
import { givenLabels } from "@postil/contract/tasks/settings";
import { taskSettingsFromWire, taskSettingsToWire } from "@postil/contract/tasks/settings-mapping";
import type { Task, TaskDataset } from "@postil/domain/datasets/dataset";
import type { LoggedRecord } from "@postil/domain/tasks/log-record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import type { TaskAddTarget } from "../../usecases/tasks/merge-records.ts";
import { type HandlerContext, type Handlers, noBody, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { timedReply } from "../similarity.ts";
import { taskDatasetAt, taskRecordAt, workspaceGiven } from "../task-dataset-at.ts";

/** Also handed to the process that reads a file for the dataset. */
export const taskAddTargetToWire = ({ workspaceId, ...target }: TaskAddTarget): WireTaskAddTarget => ({
  ...{ ...target, workspace_id: workspaceId },
  columns: [...target.columns] as WireTaskAddTarget["columns"], // as they were sent
});

export function taskDatasetHandlers({ store, jobs, limits }: HandlerParts) {
  const setClosed =
    (closed: boolean) =>
    (asked: Parameters<typeof taskDatasetAt>[0], { caller }: HandlerContext) =>
      noBody(store.write("closeTaskDataset", caller, { ...taskDatasetAt(asked), closed }));
  /** The reply repeats the input; it does not show the stored settings. */
  const saveSettings = async (
    asked: Asked<Routes["updateTaskSettingsV0" | "putTaskSettingsV0"]>,
    { caller }: HandlerContext,
  ) => {
    const change = taskSettingsFromWire(asked.body);
    await store.write("saveTaskSettings", caller, { ...taskDatasetAt(asked), change });
    return taskSettingsToWire(change);
  };
  return {
    getTaskAddTarget: async (asked, { caller }) =>
      taskAddTargetToWire(await store.read("getTaskAddTarget", caller, taskDatasetAt(asked))),
    listTaskDatasetsV0: async (asked, { caller }) => {
      const datasets = await store.read("listTaskDatasets", caller, { workspace: workspaceNamed(asked) || null });
      return datasets.map(taskDatasetToWire);
    },
    createTaskDatasetV0: async (asked, { caller }) => {
      const { name, task, tags = {}, metadata = {} } = asked.body;
      const made = { workspace: asked.body.workspace || workspaceGiven(asked), name, task, tags, metadata };
      return taskDatasetToWire(await store.write("createTaskDataset", caller, made));
    },
    getTaskDatasetV0: async (asked, { caller }) =>
      taskDatasetToWire(await store.read("getTaskDataset", caller, taskDatasetAt(asked))),
    updateTaskDatasetV0: async (asked, { caller }) => {
      const { tags = {}, metadata = {} } = asked.body;
      const change = { ...taskDatasetAt(asked), tags, metadata };
      return taskDatasetToWire(await store.write("updateTaskDataset", caller, change));
    },
    deleteTaskDatasetV0: async (asked, { caller }) => {
      await store.write("deleteTaskDataset", caller, { ...taskDatasetAt(asked), keepDays: limits.keepDeletedDays });
      jobs.wake();
      return null;
    },
    copyTaskDatasetV0: async (asked, { caller }) => {
      const { name, target_workspace: workspace = null, tags = {}, metadata = {} } = asked.body;
      const copy = { name, workspace: workspace || null, tags, metadata };
      const { dataset, job } = await store.write("copyTaskDataset", caller, { ...taskDatasetAt(asked), copy });
      if (job !== null) await jobs.finish(job);
      return taskDatasetToWire(dataset);
    },
    closeTaskDatasetV0: setClosed(true),
    openTaskDatasetV0: setClosed(false),

    getTaskSettingsV0: async (asked, { caller }) =>
      taskSettingsToWire(await store.read("getTaskSettings", caller, taskDatasetAt(asked))),
    updateTaskSettingsV0: saveSettings,
    putTaskSettingsV0: saveSettings,
    deleteTaskSettingsV0: (asked, { caller }) =>
      noBody(store.write("deleteTaskSettings", caller, taskDatasetAt(asked))),
  } satisfies Partial<Handlers>;
}

export function labelingRuleHandlers({ store }: HandlerParts) {
  const rulesAt = (asked: Parameters<typeof taskDatasetAt>[0]) => ({
    ...taskDatasetAt(asked),
    task: "TextClassification" as const,
  });
  return {
    listLabelingRulesV0: async (asked, { caller }) =>
      (await store.read("listLabelingRules", caller, rulesAt(asked))).map(labelingRuleToWire),
    createLabelingRuleV0: async (asked, { caller }) => {
      const { query, description = null } = asked.body;
      const rule = { ...givenLabels(asked.body), query, description };
      return labelingRuleToWire(await store.write("createLabelingRule", caller, { ...rulesAt(asked), rule }));
    },
    getLabelingRulesMetricsV0: async (asked, { caller, left }) => {
      const metrics = await store.read("getRulesMetrics", caller, rulesAt(asked), left);
      const { unreadable } = metrics;
      return { ...coverageToWire(metrics), ...(unreadable.length > 0 ? { postil_unreadable: [...unreadable] } : {}) };
    },
    getLabelingRuleMetricsV0: async (asked, { caller, left }) => {
      const { label: labels = [] } = asked.query;
      const wanted = { ...rulesAt(asked), query: asked.params.query, labels };
      return ruleMetricsToWire(await store.read("getRuleMetrics", caller, wanted, left));
    },
    getLabelingRuleV0: async (asked, { caller }) => {
      const { query } = asked.params;
      return labelingRuleToWire(await store.read("getLabelingRule", caller, { ...rulesAt(asked), query }));
    },
    updateLabelingRuleV0: async (asked, { caller }) => {
      const { description = null } = asked.body;
      const rule = { ...givenLabels(asked.body), query: asked.params.query, description };
      return labelingRuleToWire(await store.write("updateLabelingRule", caller, { ...rulesAt(asked), rule }));
    },
    deleteLabelingRuleV0: (asked, { caller }) => {
      const { query } = asked.params;
      return noBody(store.write("deleteLabelingRule", caller, { ...rulesAt(asked), query }));
    },
  } satisfies Partial<Handlers>;
}

type Logging = NamesWorkspace & {
  readonly params: { readonly name: string };
  readonly body: {
    readonly tags?: TaskDataset["tags"] | undefined;
    readonly metadata?: TaskDataset["metadata"] | undefined;
    readonly records: readonly LoggedRecord[];
  };
};

/** Calls about records, which the thread for large bodies answers. */
export function taskRecordHandlers({ store }: Pick<HandlerParts, "store">) {
  const logged =
    (task: Task) =>
    async (asked: Logging, { caller }: Pick<HandlerContext, "caller">) => {
      const { tags = {}, metadata = {}, records } = asked.body;
      const input = { ...taskDatasetAt(asked), task, tags, metadata, records };
      const { processed, changed } = await store.write("logTaskRecords", caller, input);
      const named = changed.length > 0 ? { postil_changed: [...changed] } : {};
      return { dataset: asked.params.name, processed, failed: changed.length, ...named };
    };
  return {
    logTextRecordsV0: logged("TextClassification"),
    logTokenRecordsV0: logged("TokenClassification"),
    logText2TextRecordsV0: logged("Text2Text"),
    getTaskRecordV0: async (asked, { caller }) =>
      new WrittenReply(await store.readText("getTaskRecord", caller, taskRecordAt(asked))),
    answerTaskRecords: async (asked, { caller }) => {
      const input = { ...taskDatasetAt(asked), answers: asked.body.answers };
      return { items: (await store.write("answerTaskRecords", caller, input)).map(answerOutcomeToWire) };
    },
    mergeTaskRecords: async (asked, { caller, left }) => {
      const { task, records, dry_run: isDry, existing, overwrite, samples, columns = null } = asked.body;
      const at = { ...taskDatasetAt(asked), task };
      const input = { ...at, records, existing, overwrite: overwrite ?? true, samples: samples ?? 0 };
      const merged = isDry
        ? await store.read("tryMergeTaskRecords", caller, input, left)
        : await store.write("mergeTaskRecords", caller, { ...input, columns });
      return {
        items: merged.map(({ changes, ...one }) => ({ ...one, changes: changes.length === 0 ? null : [...changes] })),
      };
    },
    updateTaskRecordV0: async (asked, { caller }) => {
      const { metadata, status } = asked.body;
      const change = { ...(metadata === undefined ? {} : { metadata }), ...(status ? { status } : {}) };
      const changed = await store.write("changeTaskRecord", caller, { ...taskRecordAt(asked), change });
      return taskRecordToWire(parseDocument(changed));
    },
  } satisfies Partial<Handlers>;
}

/** Default number of records on a page. */
const USUAL_SCAN = 100;

export function taskSearchHandlers({ store, jobs, reads, limits }: HandlerParts) {
  return {
    searchTaskRecordsV0: async (asked, { caller, left }) => {
      const { from, limit, include_metrics: metrics } = asked.query;
      const query = taskQueryFromWire(asked.body?.query);
      const sort = taskSortFromWire(asked.body?.sort);
      const wanted = { ...taskDatasetAt(asked), task: asked.params.task, query, sort, from, limit, metrics };
      return timedReply(await store.readText("searchTaskRecords", caller, wanted, left));
    },
    scanTaskRecordsV0: async (asked, context) => {
      const { caller, left } = context;
      const at = taskDatasetAt(asked);
      const { query, sort_by, next_idx, next_page_cfg, fields } = asked.body ?? {};
      const wanted = {
        ...at,
        query: taskQueryFromWire(query),
        sort: taskSortFromWire(sort_by),
        nextId: next_idx ?? null,
        place: next_page_cfg ?? null,
        fields: fields ?? [],
        limit: asked.query.limit || USUAL_SCAN,
      };
      const page = await store.readText("scanTaskRecords", caller, wanted, left);
      reads.note(context, { workspace: at.workspace, name: at.name });
      return timedReply(page);
    },
    deleteTaskRecordsV0: async (asked, { caller, left }) => {
      const discard = asked.query.mark_as_discarded;
      const wanted = { ...taskDatasetAt(asked), query: taskQueryToEnd(asked.body), discard };
      const found = await store.read("findRecordsToEnd", caller, wanted, left);
      const { count, job } = await store.write("deleteTaskRecords", caller, {
        ...{ ...wanted, found },
        keepDays: limits.keepDeletedDays,
      });
      if (job !== null) await jobs.finish(job);
      else jobs.wake();
      return { matched: count, processed: count };
    },
    listTaskMetricsV0: async (asked, { caller }) => [
      ...(await store.read("listTaskMetrics", caller, taskDatasetAt(asked))),
    ],
    summarizeTaskMetricV0: async (asked, { caller, left }) => {
      const { size = null, interval = null, rule_query = null, labels = [], queries = [] } = asked.query;
      const options = { size, interval, ruleQuery: rule_query, labels, queries };
      const { metric } = asked.params;
      const question = { ...taskDatasetAt(asked), metric, query: taskQueryFromWire(asked.body), options };
      return new WrittenReply(await store.readText("summarizeTaskMetric", caller, question, left));
    },
  } satisfies Partial<Handlers>;
}
