import {
  type BroughtOutcome,
  type BroughtPart,
  type BroughtRecord,
  judgeBrought,
  untilNow,
  type Verdict,
  wasBrought,
} from "@postil/domain/jobs/brought";
import { sameJson } from "@postil/domain/objects";
import type { FeedbackRecord, NewRecord, Origin, SuggestionInput } from "@postil/domain/records/record";
import { faultReason } from "@postil/domain/records/record-fault-text";
import { type RecordParts, recordFault } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { BroughtParts, printOf, readBrought, writeBrought } from "../../storage/brought.ts";
import { compiled } from "../../storage/compiled.ts";
import { readRecords } from "../../storage/read-records.ts";
import { readStoredSizes } from "../../storage/record-sizes.ts";
import {
  insertRecords,
  writeAttachments,
  writeFields,
  writeMetadata,
  writeTimes,
} from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import { operatorAsCaller } from "../accounts/operator.ts";
import { requireOwner } from "../refuse.ts";
import { asBrought } from "./bring-dataset.ts";
import { wholeRecords } from "./find-records.ts";
import { type DatasetRow, type LoadedRules, loadDataset, loadRecordRules } from "./load.ts";
import { completedBefore, tellRecords } from "./tell.ts";

type BringRecords = {
  readonly datasetId: string;
  readonly records: readonly BroughtRecord[];
  readonly before: Micros | null;
};

type LeftOut = { readonly part: BroughtPart; readonly reason: string };

/** Brings what the records have there and not here, and what changed there alone. Returns an outcome for each, in their order. */
async function bringRecords(given: Context, { datasetId, records, before }: BringRecords): Promise<BroughtOutcome[]> {
  requireOwner(given);
  const context = asBrought(given);
  const dataset = await loadDataset(context, datasetId);
  if (dataset.status !== "ready")
    throw new Refusal("unprocessable", "records cannot be created for a non published dataset");
  const rules = await loadRecordRules(context.db, dataset, records);
  const here = await hereOf(context, dataset, rules, records);
  const now = context.now();
  const toAdd: (NewRecord & { readonly brought: BroughtParts })[] = [];
  const found: Completed[] = [];
  /** Why a record that is not here does not come; null: it comes. */
  function whyAway(record: BroughtRecord): Pick<BroughtOutcome, "outcome" | "leftOut"> | null {
    const { id, insertedAt } = record.origin;
    if (here.isDeleted(id)) return { outcome: "gone", leftOut: [] };
    const reason = here.refusal(record) ?? faultOf(rules, { fields: record.fields, isNew: true });
    if (reason !== null) return { outcome: "left out", leftOut: [{ part: "record", reason }] };
    return wasBrought(insertedAt, before) ? { outcome: "gone", leftOut: [] } : null;
  }
  const outcomes = records.map((record): BroughtOutcome => {
    const { id } = record.origin;
    const known = here.records.get(id);
    const outcome = { id, kept: [], conflicts: [], absent: [], leftOut: [] };
    const away = known ? null : whyAway(record);
    if (away) return { ...outcome, ...away };
    const { parts, leftOut } = soundParts(rules, record, here, now);
    if (!known) {
      here.take(record);
      const brought = new BroughtParts(undefined);
      for (const [part, value] of partsOf({ ...record, ...parts })) brought.note(part, printOf(value));
      toAdd.push({ ...record, ...parts, origin: untilNow(record.origin, now), brought });
      return { ...outcome, outcome: "added", leftOut };
    }
    const completed = complete(known, { ...record, ...parts }, { isTouched: here.isTouched, before });
    const words = { fields: record.fields, metadata: record.metadata ?? {}, changesFields: true, isNew: false };
    const fault = completed.changes ? faultOf(rules, words) : null;
    if (fault !== null) return { ...outcome, outcome: "there", leftOut: [{ part: "record", reason: fault }] };
    found.push(completed);
    const { kept, conflicts, absent } = completed;
    return { id, outcome: completed.adds ? "completed" : "there", kept, conflicts, absent, leftOut };
  });
  const writing = { keys: rules.keys, actorKey: operatorAsCaller.key };
  const toComplete = found.filter(({ adds }) => adds);
  const updated = toComplete.map(({ seq }) => seq);
  const completed = await completedBefore(context, dataset, updated);
  const created = await insertRecords(context, writing, toAdd);
  await writeChanged(context, rules, found);
  await writeAttachments(context, writing, toComplete);
  await writeTimes(
    context,
    rules.keys,
    found.flatMap(({ seq, updatedAt }) => (updatedAt === null || updatedAt > now ? [] : [{ seq, updatedAt }])),
  );
  const added = toAdd.map(({ brought }, at) => ({ seq: created[at] ?? 0, brought }));
  await writeBrought(context.db, dataset.key, [...added, ...found]);
  await tellRecords(context, dataset, { created, updated, before: completed });
  return outcomes;
}

/** Fields and metadata that follow the other server. */
async function writeChanged(context: Context, { keys }: LoadedRules, found: readonly Completed[]): Promise<void> {
  const texts = found.flatMap(({ seq, changes }) => (changes?.fields ? [{ seq, fields: changes.fields }] : []));
  await writeFields(context, keys, texts);
  const metadata = found.flatMap(({ seq, changes }) => (changes?.metadata ? { ...changes.metadata, seq } : []));
  await writeMetadata(context, keys, metadata);
}

function faultOf(rules: LoadedRules, parts: RecordParts): string | null {
  const fault = recordFault(rules, parts);
  return fault && faultReason(fault, rules.datasetId);
}

type Parts = Pick<NewRecord, "suggestions" | "responses" | "vectors">;

/** If something of a record cannot be stored, each part is checked for itself: one alone leaves the others. */
function soundParts(rules: LoadedRules, record: BroughtRecord, here: Here, now: Micros) {
  const leftOut: LeftOut[] = [];
  const whyNot = (parts: Partial<RecordParts>): string | null =>
    faultOf(rules, { fields: record.fields, isNew: false, ...parts });
  const isSound = (part: BroughtPart, parts: Partial<RecordParts>): boolean => {
    const reason = whyNot(parts);
    if (reason !== null) leftOut.push({ part, reason });
    return reason === null;
  };
  const idOf = new Map(rules.questions.map(({ name, id }) => [name, id]));
  const wanted = record.suggestions.map(({ question, ...one }) => {
    const questionId = idOf.get(question);
    return { question, suggestion: { ...one, questionId: questionId ?? "", origin: here.originOf(one.origin, now) } };
  });
  const responses = record.responses.map((one) => ({ ...one, origin: here.originOf(one.origin, now) }));
  const suggestions = wanted.map(({ suggestion }) => suggestion);
  const there = here.sizesOf(record.origin.id);
  const sizes = there ? { there } : {};
  const whole: Parts = { suggestions, responses, vectors: record.vectors };
  if (whyNot({ ...whole, ...sizes }) === null) return { parts: whole, leftOut };

  const parts: Parts = {
    suggestions: wanted.flatMap(({ question, suggestion }): SuggestionInput[] => {
      if (suggestion.questionId !== "") return isSound("suggestion", { suggestions: [suggestion] }) ? [suggestion] : [];
      leftOut.push({ part: "suggestion", reason: `there is no question ${question}` });
      return [];
    }),
    responses: responses.filter((one) => isSound("response", { responses: [one] })),
    vectors: Object.fromEntries(
      Object.entries(record.vectors).filter(([name, vector]) => isSound("vector", { vectors: { [name]: vector } })),
    ),
  };
  return {
    parts: isSound("record", { ...parts, ...sizes }) ? parts : { suggestions: [], responses: [], vectors: {} },
    leftOut,
  };
}

type Completed = Parts & {
  readonly seq: number;
  readonly adds: boolean;
  /** Null: its fields and its metadata stay as they are. */
  readonly changes: {
    readonly fields: NewRecord["fields"] | null;
    readonly metadata: Pick<NewRecord, "metadata" | "metadataText"> | null;
  } | null;
  /** The time that it has there, where it has another here. */
  readonly updatedAt: Micros | null;
  readonly brought: BroughtParts;
} & Pick<BroughtOutcome, "kept" | "conflicts" | "absent">;
type Found = FeedbackRecord & { readonly seq: number; readonly brought: BroughtParts };
type Brought = Pick<NewRecord, "fields" | "metadata"> & Parts;

const wordsOf = ({ fields, metadata }: Pick<NewRecord, "fields" | "metadata">) => ({ fields, metadata });
const answerOf = ({ status, values }: Pick<Brought["responses"][number], "status" | "values">) => ({ status, values });
const saidOf = ({ type, value, agent, score }: Omit<SuggestionInput, "questionId" | "origin">) => ({
  ...{ type, value, agent, score },
});

/** The parts of a record by the names under which it is noted that they were brought. */
const partsOf = (record: Brought): readonly (readonly [part: string, value: unknown])[] => [
  ["record", wordsOf(record)],
  ...record.responses.map((one) => [`response ${one.userId}`, answerOf(one)] as const),
  ...record.suggestions.map((one) => [`suggestion ${one.questionId}`, saidOf(one)] as const),
  ...Object.entries(record.vectors).map(([name, vector]) => [`vector ${name}`, vector] as const),
];

/** What is still to be written of a record that is here: what it lacks, and what changed there and not here (MIG-08). */
function complete(
  found: Found,
  record: Brought & Pick<BroughtRecord, "origin"> & Pick<NewRecord, "metadataText">,
  { isTouched, before }: Pick<Here, "isTouched"> & { readonly before: Micros | null },
): Completed {
  const { brought, seq } = found;
  const lists = { kept: new Set<BroughtPart>(), conflicts: new Set<BroughtPart>(), absent: new Set<BroughtPart>() };
  const here = new Map(
    partsOf({
      ...found,
      responses: (found.responses ?? []).map((one) => ({ ...one, userId: one.userId ?? "" })),
      suggestions: found.suggestions ?? [],
      vectors: found.vectors ?? {},
    }),
  );
  /** `touched`: what is known without a print; undefined: nothing. */
  const judge = (part: BroughtPart, name: string, value: unknown, touched?: boolean): Verdict => {
    const known = brought.of(name);
    const print = printOf(value);
    const present = here.get(name) ?? null;
    here.delete(name);
    const isOther = present === null ? known !== undefined && before !== null : known !== printOf(present);
    const isTouchedHere = touched === true || (known === undefined ? (touched ?? present !== null) : isOther);
    const hasChangedThere = known !== undefined && known !== print;
    const verdict = judgeBrought({ value: present, isTouched: isTouchedHere }, value, hasChangedThere);
    if (verdict === "keep") lists.kept.add(part);
    else if (verdict === "conflict") lists.conflicts.add(part);
    else brought.note(name, print);
    return verdict;
  };
  const isWritten = (verdict: Verdict): boolean => verdict === "add" || verdict === "replace";
  const words = judge("record", "record", wordsOf(record));
  const { fields, metadata, metadataText } = record;
  const changes = isWritten(words) && {
    fields: sameJson(found.fields, fields) ? null : fields,
    metadata: sameJson(found.metadata, metadata)
      ? null
      : { metadata, ...(metadataText === undefined ? {} : { metadataText }) },
  };
  const responses = record.responses.filter((one) =>
    isWritten(judge("response", `response ${one.userId}`, answerOf(one), isTouched(seq, one.userId))),
  );
  const suggestions = record.suggestions.filter((one) => {
    const name = `suggestion ${one.questionId}`;
    const isGone = !here.has(name) && one.origin !== undefined && wasBrought(one.origin.insertedAt, before);
    return isWritten(judge("suggestion", name, saidOf(one), isGone || undefined));
  });
  const vectors = Object.fromEntries(
    Object.entries(record.vectors).filter(([name, vector]) => isWritten(judge("vector", `vector ${name}`, vector))),
  );
  for (const name of here.keys())
    if (brought.of(name) !== undefined) lists.absent.add(name.slice(0, name.indexOf(" ")) as BroughtPart); // it begins so
  const isAsThere = lists.kept.size + lists.conflicts.size === 0;
  return {
    ...{ seq, brought, changes: changes || null, responses, suggestions, vectors },
    adds: changes !== false || responses.length + suggestions.length + Object.keys(vectors).length > 0,
    updatedAt: isAsThere && found.updatedAt !== record.origin.updatedAt ? record.origin.updatedAt : null,
    ...{ kept: [...lists.kept], conflicts: [...lists.conflicts], absent: [...lists.absent] },
  };
}

type Here = Awaited<ReturnType<typeof hereOf>>;

const recordsById = compiled((db, ids: readonly string[]) =>
  db.selectFrom("record").select(["id", "dataset_key", "seq"]).where("id", "in", ids),
);
const recordsByExternalId = compiled((db, key: number, ids: readonly string[]) =>
  db.selectFrom("record").select("external_id").where("dataset_key", "=", key).where("external_id", "in", ids),
);
const responseIds = compiled((db, ids: readonly string[]) =>
  db.selectFrom("response").select("id").where("id", "in", ids),
);
const suggestionIds = compiled((db, ids: readonly string[]) =>
  db.selectFrom("suggestion").select("id").where("id", "in", ids),
);
/** The responses that people have made, changed or deleted here. */
const touchedResponses = compiled((db, key: number, seqs: readonly number[]) =>
  db
    .selectFrom("activity")
    .innerJoin("user", "user.key", "activity.user_key")
    .select(["activity.seq", "user.id"])
    .where("dataset_key", "=", key)
    .where("seq", "in", seqs)
    .where("actor_key", "<>", operatorAsCaller.key),
);

/** What this store has of the records that are brought. */
async function hereOf({ db }: Context, dataset: DatasetRow, rules: LoadedRules, records: readonly BroughtRecord[]) {
  const rows = await recordsById(
    db,
    records.map(({ origin }) => origin.id),
  );
  const own = rows.filter((row) => row.dataset_key === dataset.key);
  const seqs = own.map(({ seq }) => seq);
  const read = seqs.length === 0 ? [] : await readRecords(db, wholeRecords(dataset), seqs);
  const sizes = new Map(await readStoredSizes(db, rules.keys, seqs));
  const seqOf = new Map(own.map(({ id, seq }) => [id, seq]));
  const brought = await readBrought(db, dataset.key, seqs);
  const found = new Map(
    read.map((record) => {
      const seq = seqOf.get(record.id) ?? 0;
      return [record.id, { ...record, seq, brought: brought.get(seq) ?? new BroughtParts(undefined) }];
    }),
  );
  const lines = db.selectFrom("deleted_records").select("key").where("dataset_key", "=", dataset.key);
  const keys = new Set((await lines.execute()).map(({ key }) => key));
  const deleted = new Set(rows.filter((row) => keys.has(row.dataset_key)).map(({ id }) => id));
  const external = records.flatMap(({ externalId }) => externalId ?? []);
  const taken = {
    ids: new Set(rows.filter((row) => row.dataset_key !== dataset.key).map(({ id }) => id)),
    external: new Set(
      external.length === 0 ? [] : (await recordsByExternalId(db, dataset.key, external)).map((row) => row.external_id),
    ),
    parts: new Set<string>(),
  };
  const partIds = records.flatMap(({ responses, suggestions }) =>
    [...responses, ...suggestions].map(({ origin }) => origin.id),
  );
  if (partIds.length > 0)
    for (const ids of [responseIds, suggestionIds]) for (const { id } of await ids(db, partIds)) taken.parts.add(id);
  const touched = new Set(
    seqs.length === 0 ? [] : (await touchedResponses(db, dataset.key, seqs)).map(({ seq, id }) => `${seq} ${id}`),
  );
  return {
    records: found as ReadonlyMap<string, Found>,
    sizesOf: (id: string) => sizes.get(seqOf.get(id) ?? -1),
    /** It was deleted here, and can be restored. */
    isDeleted: (id: string): boolean => deleted.has(id),
    isTouched: (seq: number, userId: string): boolean => touched.has(`${seq} ${userId}`),
    refusal: ({ origin, externalId }: BroughtRecord): string | null => {
      if (taken.ids.has(origin.id)) return "its id is that of another record here";
      if (externalId === null || !taken.external.has(externalId)) return null;
      return "its external id is that of another record here";
    },
    /** A record that comes twice in one call is refused the second time. */
    take: ({ origin, externalId }: BroughtRecord): void => {
      taken.ids.add(origin.id);
      if (externalId !== null) taken.external.add(externalId);
    },
    /** The origin of a response or a suggestion, with a new id if another one has it. */
    originOf: (origin: Origin, now: Micros): Origin => {
      const id = taken.parts.has(origin.id) ? newId() : origin.id;
      taken.parts.add(id);
      return { ...untilNow(origin, now), id };
    },
  };
}

export const bringRecordCalls = { writes: { bringRecords } } as const;
