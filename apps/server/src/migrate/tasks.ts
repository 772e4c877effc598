import type { CallInput } from "@postil/contract/call";
import { isTask, type Task } from "@postil/domain/datasets/dataset";
import { isRawNumber } from "@postil/domain/text/json-text";
import { z } from "zod";
import { ApiRefusal, type Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Ended, Migration } from "./migration.ts";
import type { Pass } from "./note.ts";
import { passAndCompare, passOf, passOver, type ReadPage, type Ready, recordsOf, stayed } from "./pass.ts";
import type { Counted } from "./tally.ts";
import { RefusedThere, type There } from "./there.ts";

/** Task datasets of the other server, with their labels, rules and records (MIG-02). */

type Dataset = {
  readonly name: string;
  readonly task: string;
  readonly workspace: string;
  readonly tags: { readonly [name: string]: string };
  readonly metadata: { readonly [name: string]: unknown };
  readonly created_at: string;
  readonly created_by?: string | undefined;
  readonly last_updated: string;
};
type At = { readonly params: { readonly name: string }; readonly query: { readonly workspace: string } };

export async function bringTaskDataset(migration: Migration, dataset: Dataset): Promise<Ended> {
  const { here, there, note, leave } = migration;
  const { task, name, workspace } = dataset;
  if (!isTask(task)) throw new ApiRefusal(422, `there is no task ${task} here`);
  const at: At = { params: { name }, query: { workspace } };
  const id = `${workspace}.${name}`;
  const { before } = note.of(id);
  if (before !== null && !(await orNone(here.call("getTaskDatasetV0", at))))
    throw new ApiRefusal(409, "it was deleted here after it was brought; --again brings it once more");
  const rules = task === "TextClassification" ? await there.call("listLabelingRulesV0", at) : [];
  const settings =
    task === "Text2Text" ? null : await orNone(there.call("getTaskSettingsV0", { ...at, params: { name, task } }));
  const { tags, metadata, created_by = "", created_at, last_updated } = dataset;
  const made = await here.call("bringTaskDataset", {
    ...at,
    body: {
      ...{ task, tags: tags ?? {}, metadata: metadata ?? {}, created_by, settings },
      ...{ created_at: withoutZone(created_at), last_updated: withoutZone(last_updated) },
      rules: rules.map((rule) => ({ ...rule, created_at: withoutZone(rule.created_at) })),
      brought_before: before,
    },
  });
  for (const { part, reason } of made.left_out) leave(`dataset ${workspace}/${name}, ${part}`, reason);
  const total = await countThere(there.call, { name, task, workspace });
  const pass = passOf(migration, id, made.created);
  const { added } = pass;
  const work = {
    ...{ id, name: `${workspace}/${name}` },
    records: (from: Pass) => readThere(there, at, { from, total }),
    store: (items: readonly Item[], since: string | null) => {
      const body = { task, items, brought_before: since };
      // The schema accepts the records as they are sent, but its types describe the parsed result.
      return here.call("bringTaskRecords", { ...at, body: body as unknown as CallInput<"bringTaskRecords">["body"] });
    },
    valuesOf: () => 0,
  };
  const hereToo = { pages: () => pageOf(here, at, total), countedOf: counted };
  const run = (stored: () => void) => passOver(migration, pass, work, stored);
  const tally = await passAndCompare(pass, hereToo, { isNew: made.created, run });
  note.end(id, pass);
  return { pass, here: tally, stayed: stayed(pass, added, made) };
}

async function countThere(call: Call, { name, task, workspace }: { name: string; task: Task; workspace: string }) {
  const query = { workspace, limit: 0, from: 0 };
  try {
    return (await call("searchTaskRecordsV0", { params: { name, task }, query, body: {} })).total;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 400) throw error;
    throw new RefusedThere(400, `${error.message} Perhaps the dataset is closed: open it there, and run again.`);
  }
}

/** Null for what is not there. */
async function orNone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return null;
    throw error;
  }
}

/** Times of this family are in UTC; some servers say so. */
const withoutZone = (time: string): string => time.replace(/(?:Z|[+-]00:?00)$/, "");

const TaskRecord = z.looseObject({ id: z.union([z.string(), z.number()]) });
type TaskRecord = z.output<typeof TaskRecord>;
const Scan = z.looseObject({ records: z.array(TaskRecord) });

/** A page of either server, after the record with the id `last`. */
function pageOf(
  { call, sizeOf }: Pick<There, "call"> & Partial<There>,
  { params, query: { workspace } }: At,
  total: number,
): ReadPage<TaskRecord> {
  return async (_offset, last, limit) => {
    const body = last === null ? {} : { next_idx: last };
    const reply = await call("scanTaskRecordsV0", { params, query: { workspace, limit }, body });
    const read = Scan.safeParse(reply);
    if (!read.success) throw new StartFailure("The other server answers something that is no list of records.");
    const { records } = read.data;
    if (last !== null && records.some(({ id }) => String(id) === last))
      throw new StartFailure("The other server gives the same page of records again and again.");
    return { records, total, ...(sizeOf ? { characters: sizeOf(reply) } : {}) };
  };
}

type Item = { readonly last_updated: string; readonly record: { readonly [name: string]: unknown } };
type Reading = { readonly from: { readonly offset: number; readonly last: string | null }; readonly total: number };

async function* readThere(there: There, at: At, { from, total }: Reading): AsyncGenerator<Ready<Item>> {
  for await (const { record, offset, characters } of recordsOf(
    pageOf(there, at, total),
    { ...from, byOffset: false },
    () => {
      // A page begins after the id of the record before it, so this one cannot be passed over. Other datasets can come.
      throw new ApiRefusal(413, "a record is larger than 64 MiB, and those after it cannot be read");
    },
  )) {
    const { metrics: _, search_keywords: __, last_updated, ...content } = record;
    const item = { last_updated: withoutZone(String(last_updated)), record: content };
    yield { item, offset, total, characters, counted: counted(record), leftOut: [] };
  }
}

/** A record as it is counted on either server. */
function counted(record: TaskRecord): Counted {
  const { metrics: _, search_keywords: __, ...content } = withoutNulls(record) as TaskRecord; // an object, as before
  const by = (side: "annotation" | "prediction", verb: string): string[] => {
    const { agent } = (content[side] ?? {}) as { readonly agent?: unknown }; // any JSON
    return agent === undefined ? [] : [`${verb} by ${String(agent)}`];
  };
  return {
    id: String(record.id),
    counts: [
      String(content.status),
      ...by("annotation", "annotated"),
      ...by("prediction", "predicted"),
      ...Object.keys(content.vectors ?? {}).map((name) => `vectors ${name}`),
    ],
    // The text of inputs is computed, on the other server from what was logged last.
    parts: () => ("inputs" in content ? { ...content, text: null } : content),
  };
}

/** An absent member and one that is null are the same in this family. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null || isRawNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}
