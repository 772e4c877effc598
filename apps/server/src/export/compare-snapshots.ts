import type { QuestionType } from "@postil/domain/datasets/question";
import {
  type ComparedRecord,
  createComparison,
  type PlainAnswer,
  type SnapshotComparison,
} from "@postil/domain/exports/compare-answers";
import { Refusal } from "@postil/domain/refusal";
import { parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import { membersOfJson, parseWithNames } from "@postil/domain/text/json-text";
import { runsOf } from "../records/seq-set.ts";
import type { ExportedResponse, ExportedRow } from "../storage/exported-rows.ts";
import type { SnapshotPlace } from "../storage/snapshots.ts";
import type { Context } from "../storage/store.ts";
import { loadSnapshotForManager } from "../usecases/snapshots.ts";
import { openDataset } from "./export-dataset.ts";
import { openSnapshot } from "./export-snapshot.ts";
import { openTaskDataset } from "./export-task-dataset.ts";
import { type Head, openKept } from "./kept-file.ts";
import type { FileWish } from "./writer.ts";

/** What each label was given before and after: of two snapshots, or of one and the dataset as it is now (SNP-09). */

type Said = Pick<ComparedRecord, "id" | "externalId" | "text"> & {
  readonly seq: number;
  readonly answers: readonly PlainAnswer[];
};
type Types = ReadonlyMap<string, QuestionType>;
type Side = { readonly types: Types; readonly records: (types: Types) => AsyncIterable<Said> };

const ANSWERS: FileWish = {
  ...{ shape: "full", format: "jsonl", gzip: false, disagreement: "leave_out", guard: true },
  ...{ question: null, pseudonyms: null },
  parts: { responses: true, suggestions: false, metadata: false, vectors: false },
};
/** The one question of a task dataset. */
const ANNOTATION = "annotation";

export type CompareSnapshots = SnapshotPlace & {
  readonly snapshotId: string;
  /** Null: the dataset as it is now. */
  readonly withId: string | null;
};

export async function compareSnapshots(context: Context, wish: CompareSnapshots): Promise<SnapshotComparison> {
  const { row, at } = await loadSnapshotForManager(context, wish.snapshotId);
  const other = wish.withId === null ? null : (await loadSnapshotForManager(context, wish.withId)).row;
  if (other !== null && other.dataset_key !== row.dataset_key)
    throw new Refusal("unprocessable", "Only snapshots of the same dataset can be compared");
  const before = await keptSide((await openSnapshot(row, wish)).path);
  const after =
    other === null ? await presentSide(context, at) : await keptSide((await openSnapshot(other, wish)).path);
  const types = new Map([...before.types, ...after.types]);
  return compare(types, before.records(types), after.records(types));
}

/** The most that a reply holds; `differing` and `more` count the rest. */
const MOST = { records: 100, changes: 20, labels: 500, characters: 200 } as const;

async function compare(
  types: Types,
  before: AsyncIterable<Said>,
  after: AsyncIterable<Said>,
): Promise<SnapshotComparison> {
  const comparison = createComparison([...types.keys()]);
  const counts = { before: 0, after: 0, added: 0, gone: 0 };
  const items: ComparedRecord[] = [];
  let differing = 0;
  for await (const [had, has] of pairs(before, after)) {
    if (had) counts.before++;
    else counts.added++;
    if (has) counts.after++;
    else counts.gone++;
    const changes = comparison.add(had?.answers ?? [], has?.answers ?? []);
    const record = has ?? had;
    if (changes.length === 0 || !record) continue;
    differing++;
    if (items.length === MOST.records) continue;
    const { id, externalId, text } = record;
    const shown = changes.slice(0, MOST.changes).map((change) => ({
      ...change,
      before: change.before && cut(change.before),
      after: change.after && cut(change.after),
    }));
    items.push({ id, externalId, text: cut(text), isThere: has !== undefined, changes: shown, all: changes.length });
  }
  const questions = [...comparison.counts()].map(([name, { labels, ...all }]) => {
    const most = [...labels].map(([label, of]) => ({ label, ...of })).toSorted((a, b) => movedOf(b) - movedOf(a));
    return { name, ...all, labels: most.slice(0, MOST.labels), more: Math.max(0, most.length - MOST.labels) };
  });
  return { records: counts, questions, items, differing };
}

type Moved = Record<"added" | "gone" | "changedTo" | "changedFrom", number>;
const movedOf = ({ added, gone, changedTo, changedFrom }: Moved): number => added + gone + changedTo + changedFrom;

/** A character outside of the basic plane is not cut in two. */
const cut = (text: string): string =>
  text.length <= MOST.characters ? text : `${text.slice(0, MOST.characters).replace(/[\ud800-\udbff]$/, "")}…`;

/** The same records of two sides that are in the order of their numbers. */
async function* pairs(one: AsyncIterable<Said>, other: AsyncIterable<Said>) {
  const [left, right] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()];
  try {
    let [had, has] = [(await left.next()).value, (await right.next()).value] as [Said | undefined, Said | undefined];
    while (had || has) {
      const seq = Math.min(had?.seq ?? Number.POSITIVE_INFINITY, has?.seq ?? Number.POSITIVE_INFINITY);
      const [isLeft, isRight] = [had?.seq === seq, has?.seq === seq];
      yield [isLeft ? had : undefined, isRight ? has : undefined] as const;
      if (isLeft) had = (await left.next()).value;
      if (isRight) has = (await right.next()).value;
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}

async function keptSide(path: string): Promise<Side> {
  const { head, lines } = await openKept(path);
  const read = head.family === "dataset" ? feedbackLine : taskLine;
  return {
    types: typesOf(head),
    records: async function* (types) {
      for await (const { seq, json } of lines) yield read(seq, json, types);
    },
  };
}

const typesOf = (head: Head): Types =>
  head.family === "dataset"
    ? new Map(head.definition.questions.map(({ name, settings }) => [name, settings.type]))
    : OF_TASK;
/** Its type does not matter: documents say which labels they have. */
const OF_TASK: Types = new Map([[ANNOTATION, "text"]]);

/** Vectors are most of a line, and are not parsed. */
function feedbackLine(seq: number, json: string, types: Types): Said {
  const of = new Map(membersOfJson(json).map(({ name, json: value }) => [name, value]));
  const record: ExportedRow["record"] = JSON.parse(of.get("record") ?? "null");
  return feedbackSaid(seq, record, JSON.parse(of.get("responses") ?? "null") ?? [], types);
}

const taskLine = (seq: number, json: string): Said => taskSaid(seq, parseDocument(json));

type At = Awaited<ReturnType<typeof loadSnapshotForManager>>["at"];

async function presentSide(context: Context, at: At): Promise<Side> {
  if ("datasetId" in at) {
    const { definition, opened } = await openDataset(context, { ...ANSWERS, ...at, records: null });
    return {
      types: new Map(definition.questions.map(({ name, settings }) => [name, settings.type])),
      records: async function* (types) {
        for await (const rows of opened.batches(ANSWERS.parts, runsOf(opened.set)))
          for (const { record, responses, parts } of rows) {
            const all = [...(responses ?? [])];
            if (parts) for await (const one of parts.responses()) all.push(one);
            yield feedbackSaid(record.seq, record, all, types);
          }
      },
    };
  }
  const { opened } = await openTaskDataset(context, { ...ANSWERS, ...at, query: null });
  return {
    types: OF_TASK,
    records: async function* () {
      const seqs = runsOf(opened.set);
      let run = seqs.next();
      let place = 0;
      for await (const documents of opened.batches(ANSWERS.parts, runsOf(opened.set)))
        for (const document of documents) {
          while (!run.done && place === run.value.length) [run, place] = [seqs.next(), 0];
          if (!run.done) yield taskSaid(run.value[place++] ?? 0, document);
        }
    },
  };
}

function feedbackSaid(
  seq: number,
  record: Pick<ExportedRow["record"], "id" | "external_id" | "fields">,
  responses: readonly ExportedResponse[],
  types: Types,
): Said {
  const answers = responses.flatMap(({ user, status, values }, at) => {
    if (status !== "submitted" || values === null) return [];
    // People who were deleted have no name, and each of them is another one.
    const by = user ?? `(${at + 1})`;
    const given = Object.entries(parseWithNames(values) as { [question: string]: { value: unknown } });
    return given.map(([question, { value }]) => plainAnswer(question, by, value, types.get(question)));
  });
  const [first = ""] = Object.values(parseWithNames(record.fields) as object).filter((one) => typeof one === "string");
  return { seq, id: record.id, externalId: record.external_id, text: first, answers };
}

function taskSaid(seq: number, document: TaskDocument): Said {
  const { id, text, status, annotation } = document;
  const about = { seq, id: String(id), externalId: null, text };
  if (status !== "Validated" || !annotation) return { ...about, answers: [] };
  const { agent, ...part } = annotation;
  const labels =
    "labels" in part
      ? part.labels.map(({ class_label }) => class_label)
      : "entities" in part
        ? part.entities.map(({ label }) => label)
        : [];
  const said =
    "sentences" in part ? (part.sentences[0]?.text ?? "") : JSON.stringify("labels" in part ? labels : part.entities);
  return { ...about, answers: [{ question: ANNOTATION, by: agent, text: said, labels: [...new Set(labels)] }] };
}

/** How the answers to each type of question are compared; the order of labels and of spans means nothing. */
function plainAnswer(question: string, by: string, value: unknown, type: QuestionType | undefined): PlainAnswer {
  const items = Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : null;
  const text = items === null ? (typeof value === "string" ? value : JSON.stringify(value)) : `[${items.join()}]`;
  return { question, by, text, labels: labelsOf(value, type) };
}

function labelsOf(value: unknown, type: QuestionType | undefined): readonly string[] {
  if (type === "text" || type === "ranking") return [];
  const labels = [value].flat().map((one) => (type === "span" ? Object(one).label : one));
  return labels.filter((one) => typeof one === "string" || typeof one === "number").map(String);
}
