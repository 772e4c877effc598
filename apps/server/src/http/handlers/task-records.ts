import type { NamesWorkspace } from "@postil/contract/inputs/task-workspace";
import { answerOutcomeToWire, taskRecordToWire } from "@postil/contract/mapping/task-records";
import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { Task } from "@postil/domain/datasets/dataset-links";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import type { Caller } from "../../storage/store.ts";
import { type Handlers, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

type Asked = NamesWorkspace & {
  readonly params: { readonly name: string };
  readonly body: {
    readonly tags?: TaskDataset["tags"] | undefined;
    readonly metadata?: TaskDataset["metadata"] | undefined;
    readonly records: readonly LoggedRecord[];
  };
};

export function taskRecordHandlers({ store }: Pick<HandlerParts, "store">) {
  const logged =
    (task: Task) =>
    async (asked: Asked, { caller }: { readonly caller: Caller | null }) => {
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
    getTaskRecordV0: async (asked, { caller }) => {
      const at = { ...taskDatasetAt(asked), id: asked.params.id };
      return new WrittenReply(await store.readText("getTaskRecord", caller, at));
    },
    answerTaskRecords: async (asked, { caller }) => {
      const input = { ...taskDatasetAt(asked), answers: asked.body.answers };
      return { items: (await store.write("answerTaskRecords", caller, input)).map(answerOutcomeToWire) };
    },
    updateTaskRecordV0: async (asked, { caller }) => {
      const { metadata, status } = asked.body;
      const change = { ...(metadata === undefined ? {} : { metadata }), ...(status ? { status } : {}) };
      const at = { ...taskDatasetAt(asked), id: asked.params.id };
      return taskRecordToWire(parseDocument(await store.write("changeTaskRecord", caller, { ...at, change })));
    },
  } satisfies Partial<Handlers>;
}
