import type { LoggedRecord } from "@postil/domain/tasks/log-record";
import type { Writes } from "../../src/usecases/registry.ts";
import type { MemoryStore } from "./memory-store.ts";
import { addSearchable } from "./search-dataset.ts";

type Run = <K extends keyof Writes>(name: K, input: Parameters<Writes[K]>[1]) => ReturnType<Writes[K]>;

/** Calls that write as many rows as they are asked to, in the order in which they build on each other. */
export async function setCalls(store: MemoryStore, writes: Writes) {
  const context = store.as(store.owner);
  const { datasetId, questionIds } = await addSearchable(store, "set calls");
  const workspace = "first";
  const run: Run = (name, input) =>
    (writes[name] as (of: typeof context, asked: typeof input) => never)(context, input);
  const at = { workspace, name: "logged" };
  await run("createTaskDataset", { ...at, task: "TextClassification", tags: {}, metadata: {} });

  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  const suggestion = (value: string) => {
    return { questionId: questionIds.label ?? "", type: "model", value, agent: "m", score: 0.5 } as const;
  };
  const record = (index: number) => ({
    fields: { q: `words ${index} of a record`, a: null },
    metadata: { lang: `l${index % 7}`, n: index, x: index / 3 },
    externalId: null,
    suggestions: [suggestion("good")],
    vectors: { v: [index, 1, 2] },
    responses: [],
  });
  let ids: readonly string[] = [];
  const answers = (count: number, status: "submitted" | "discarded" | "draft", withdrawn = false) => ({
    items: ids.slice(0, count).map((recordId) => {
      return { recordId, status, values: { label: { value: "good" }, stars: { value: 3 } }, withdrawn };
    }),
    shownMs: null,
  });
  const log = (count: number, text: string): readonly LoggedRecord[] =>
    range(count).map((index) => ({
      ...{ id: index, inputs: { text: `${text} ${index}` }, multi_label: false, status: "Default", clear: [] },
      ...{ metadata: JSON.stringify({ lang: text, n: index }), vectors: { v: { value: [index, 1, 2] } } },
      prediction: { agent: "m", labels: [{ class_label: text, score: 0.5 }] },
    })) as readonly LoggedRecord[];

  /** Each takes the number of rows. */
  return {
    "records are created": async (count: number) => {
      const made = await run("bulkCreateRecords", { datasetId, records: range(count).map(record) });
      ids = made.map(({ id }) => id);
    },
    "one person answers": (count: number) => run("saveOwnResponses", answers(count, "submitted")),
    "one person answers again": (count: number) => run("saveOwnResponses", answers(count, "discarded")),
    "answers are withdrawn": (count: number) => run("saveOwnResponses", answers(count, "draft", true)),
    "records are updated": (count: number) => {
      const records = ids.slice(0, count).map((id, index) => {
        const parts = { ...record(index + 500), suggestions: [suggestion("bad")] };
        return { ...parts, id, responses: [{ userId: store.owner.id, status: "draft", values: null } as const] };
      });
      return run("bulkUpsertRecords", { datasetId, records });
    },
    "records are changed by the older call": (count: number) => {
      const changes = ids.slice(0, count).map((id) => {
        return { id, metadata: { n: 7 }, suggestions: [suggestion("mixed")], vectors: { v: [3, 2, 1] } };
      });
      return run("changeRecords", { datasetId, changes });
    },
    "records are deleted": (count: number) =>
      run("deleteRecords", { datasetId, ids: ids.slice(0, count), keepDays: 30 }),
    "task records are logged": (count: number) =>
      run("logTaskRecords", { ...at, task: "TextClassification", tags: {}, metadata: {}, records: log(count, "one") }),
    "task records are logged again": (count: number) =>
      run("logTaskRecords", { ...at, task: "TextClassification", tags: {}, metadata: {}, records: log(count, "two") }),
    "task records are annotated": (count: number) =>
      run("answerTaskRecords", {
        ...at,
        answers: range(count).map((id) => ({
          id,
          seen: null,
          status: "Validated" as const,
          annotation: { agent: "owner", labels: [{ class_label: "two", score: 1 }] },
        })),
      }),
  };
}
