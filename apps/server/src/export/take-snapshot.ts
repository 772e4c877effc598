import type { ContentHash } from "@postil/domain/datasets/snapshot";
import { countBits } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import type { Micros } from "@postil/domain/time";
import { runsOf } from "../records/seq-set.ts";
import { createContentHasher } from "../snapshots/content-hash.ts";
import type { ExportedRow } from "../storage/exported-rows.ts";
import { snapshotByKey } from "../storage/snapshots.ts";
import type { Context, StreamPart } from "../storage/store.ts";
import { loadTaskVectorKinds } from "../storage/vectors.ts";
import { operatorAsCaller } from "../usecases/accounts/operator.ts";
import { openDataset } from "./export-dataset.ts";
import { openTaskDataset } from "./export-task-dataset.ts";
import { feedbackWriter, wholeRowOf } from "./feedback-file.ts";
import type { OpenedDataset } from "./file-parts.ts";
import { type Head, headLine, rowLine } from "./kept-file.ts";
import { taskWriter } from "./task-file.ts";
import { type ExportParts, type FileWish, newTally, type Rows } from "./writer.ts";

const ALL: ExportParts = { responses: true, suggestions: true, metadata: true, vectors: true };
const FULL: FileWish = {
  ...{ shape: "full", format: "jsonl", gzip: false, disagreement: "leave_out", guard: true },
  ...{ question: null, pseudonyms: null, parts: ALL },
};

/** What a snapshot holds, for the dialog that exports it; counted as for an export of a dataset. */
export type SnapshotFacts = {
  readonly people: number;
  readonly suggestions: number;
  readonly agents: number;
  readonly properties: number;
  readonly vectors: readonly { readonly name: string; readonly dimensions: number }[];
  /** Of several servers, the one that took it: the file is in its home. */
  readonly server?: string;
};

/** `whole`: only with the last part. */
export type TakingNote = {
  readonly done: number;
  readonly total: number;
  readonly whole: WholeSnapshot | null;
};
export type WholeSnapshot = {
  readonly content: ContentHash;
  readonly counts: { readonly records: number; readonly answers: number };
  readonly position: number;
  readonly takenAt: Micros;
  readonly facts: SnapshotFacts;
};

type Taking<Row> = {
  readonly head: Head;
  readonly opened: OpenedDataset<Row>;
  readonly whole: (row: Row) => Promise<Row> | Row;
  readonly vectors: SnapshotFacts["vectors"];
  readonly properties: number;
  /** Of one row: who answered, and which agents suggested. */
  readonly said: (row: Row) => { readonly people: readonly string[]; readonly agents: readonly string[] };
};

/** The lines of the file that keeps a snapshot, of one moment: a stream sees one state of the store. */
export async function* readSnapshot(
  asked: Context,
  { key }: { readonly key: number },
): AsyncGenerator<StreamPart<TakingNote>, void> {
  const context = { ...asked, caller: operatorAsCaller };
  const at = await snapshotByKey(context.db, key);
  if (at === null) return;
  if ("datasetId" in at) yield* linesOf(context, await feedbackOf(context, at.datasetId));
  else yield* linesOf(context, await taskOf(context, at));
}

async function feedbackOf(context: Context, datasetId: string): Promise<Taking<ExportedRow>> {
  const { definition, opened } = await openDataset(context, { ...FULL, datasetId, records: null });
  const writer = () => feedbackWriter(FULL, definition, newTally());
  return {
    head: { version: 1, family: "dataset", definition },
    opened: { ...opened, writer },
    whole: keptRowOf(definition),
    vectors: definition.vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    properties: definition.properties.length,
    said: ({ responses, suggestions }) => ({
      people: (responses ?? []).map(({ user }) => user ?? ""),
      agents: (suggestions ?? []).map(({ agent }) => agent ?? ""),
    }),
  };
}

/** A snapshot without one of its records would be none. */
function keptRowOf(definition: Parameters<typeof wholeRowOf>[1]) {
  const read = wholeRowOf(ALL, definition);
  return async (row: ExportedRow): Promise<ExportedRow> => {
    const whole = await read(row);
    if (whole !== null) return whole;
    const { id } = row.record;
    throw new Refusal("unprocessable", `The record \`${id}\` has more than 64 MB; a snapshot cannot hold it`);
  };
}

type AtTask = { readonly workspace: string; readonly name: string };

async function taskOf(context: Context, at: AtTask): Promise<Taking<TaskDocument>> {
  const { dataset, definition, opened } = await openTaskDataset(context, { ...FULL, ...at, query: null }, true);
  return {
    head: { version: 1, family: "task_dataset", definition },
    opened: { ...opened, writer: () => taskWriter(FULL, definition, newTally()) },
    whole: (document) => document,
    vectors: [...(await loadTaskVectorKinds(context.db, dataset.key)).values()].map(({ name, dimensions }) => ({
      name,
      dimensions,
    })),
    properties: definition.metadata.length,
    said: ({ annotation, prediction }) => ({
      people: annotation ? [annotation.agent] : [],
      agents: prediction ? [prediction.agent] : [],
    }),
  };
}

/** Number of characters that are sent together. */
const PART = 64 * 1024;

async function* linesOf<Row extends ExportedRow | TaskDocument>(
  { db, now }: Context,
  { head, opened, whole, said, vectors, properties }: Taking<Row>,
): AsyncGenerator<StreamPart<TakingNote>, void> {
  const takenAt = now();
  const total = countBits(opened.set);
  const [people, agents] = [new Set<string>(), new Set<string>()];
  let [done, suggestions, kept] = [0, 0, headLine(head)];
  const seqs = numbersOf(opened.set);
  async function* rows(): Rows<Row> {
    for await (const some of opened.batches(ALL, runsOf(opened.set))) {
      const read = await Promise.all(some.map(whole));
      for (const row of read) {
        kept += rowLine(seqs.next().value ?? 0, row);
        const { people: by, agents: from } = said(row);
        for (const one of by) people.add(one);
        for (const one of from) agents.add(one);
        suggestions += from.length;
      }
      done += read.length;
      yield read;
    }
  }
  const hasher = createContentHasher();
  const encoder = new TextEncoder();
  const addLine = splitLines(hasher.add);
  yield { bytes: new Uint8Array(), note: { done, total, whole: null } };
  for await (const piece of opened.writer(FULL, newTally())(rows())) {
    // The lines of this format are texts.
    addLine(String(piece));
    if (kept.length < PART) continue;
    yield { bytes: encoder.encode(kept), note: { done, total, whole: null } };
    kept = "";
  }
  // Of all datasets: the history of deleted records is kept under another key, and this reads one row.
  const { position } = await db
    .selectFrom("activity")
    .select(({ fn }) => fn.max("key").as("position"))
    .executeTakeFirstOrThrow();
  const facts = { people: people.size, agents: agents.size, suggestions, properties, vectors };
  const taken = { content: hasher.end(), counts: hasher.counts(), position: position ?? 0, takenAt, facts };
  yield { bytes: encoder.encode(kept), note: { done, total, whole: taken } };
}

/** The numbers of the records, in the order of their rows. */
function* numbersOf(set: OpenedDataset<unknown>["set"]): Generator<number, undefined> {
  for (const run of runsOf(set)) yield* run;
}

/** Calls `take` for each line, however it is cut into pieces. */
function splitLines(take: (line: string) => void): (piece: string) => void {
  let rest: string[] = [];
  return (piece) => {
    const lines = piece.split("\n");
    for (const end of lines.slice(0, -1)) {
      take(rest.length === 0 ? end : [...rest, end].join(""));
      rest = [];
    }
    const last = lines.at(-1);
    if (last) rest.push(last);
  };
}
