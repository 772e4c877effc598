import { mayChangeResponse } from "@postil/domain/accounts/policies";
import type { Question } from "@postil/domain/datasets/question";
import { isUnmoved } from "@postil/domain/records/labeled-record";
import { reasonText } from "@postil/domain/records/reason";
import type { FeedbackResponse, ResponseInput } from "@postil/domain/records/record";
import { responseFault } from "@postil/domain/records/record-rules";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { datasetNamedBy } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { compiled } from "../../storage/compiled.ts";
import { noteWork } from "../../storage/dataset-rows.ts";
import { inChunks } from "../../storage/parts.ts";
import { type ResponseRow, responseFromRow } from "../../storage/read-records.ts";
import { responsesTo, writeResponses } from "../../storage/response-writes.ts";
import { recordsToAnswer } from "../../storage/sizes.ts";
import { sameRecord } from "../../storage/statements.ts";
import type { Caller, Context } from "../../storage/store.ts";
import type { Db } from "../../storage/tables.ts";
import { together } from "../../storage/together.ts";
import { forbidden, refuseUnfinished, requireCaller } from "../refuse.ts";
import { namesOfDataset } from "./datasets.ts";
import { type LoadedRecord, loadQuestions, loadRecordForMember, recordsWithDataset, requireRecord } from "./load.ts";
import { listenersToResponses, tellResponses } from "./tell.ts";

/** All users' responses to a record. */
const standingOf = async ({ db }: Context, { dataset_key, seq }: LoadedRecord): Promise<readonly ResponseRow[]> =>
  (await responsesTo(db, dataset_key, [seq])).get(seq) ?? [];

type LoadedResponse = {
  readonly row: ResponseRow;
  readonly record: LoadedRecord;
  /** All users' responses to the record. */
  readonly standing: readonly ResponseRow[];
  readonly questions: readonly Question[];
  /** Null if the user is deleted. */
  readonly userId: string | null;
};

const respondedRecords = (db: Db, responseId: string) =>
  recordsWithDataset(db)
    .innerJoin("response", sameRecord("response", "record"))
    .innerJoin("user", "user.key", "response.user_key")
    .select(["user.id as userId", "user.deleted_at as deletedAt"])
    .where("response.id", "=", responseId);
const responded = compiled(respondedRecords);
const respondedIn = compiled((db, responseId: string, datasetKey: number) =>
  respondedRecords(db, responseId).where("response.dataset_key", "=", datasetKey),
);

/** A response the caller may change or delete (FRS-11): 404 before 403. */
export async function loadResponse(context: Context, responseId: string): Promise<LoadedResponse> {
  const caller = requireCaller(context);
  const { db } = context;
  const record =
    (await respondedIn(db, responseId, datasetNamedBy(responseId)))[0] ?? (await responded(db, responseId))[0];
  const missing = () => new Refusal("not_found", `Response with id \`${responseId}\` not found`);
  if (!record) throw missing();
  refuseUnfinished(context, record, missing);
  const userId = record.deletedAt === null ? record.userId : null;
  if (!mayChangeResponse(caller, record.workspace_id, userId)) throw forbidden();
  const [standing, questions] = await together([standingOf(context, record), loadQuestions(db, record.dataset_id)]);
  const row = standing.find((candidate) => candidate.id === responseId);
  if (!row) throw new Error(`The response ${responseId} is not among those of its record.`);
  return { row, record, standing, questions, userId };
}

async function noteResponse(
  context: Context,
  kind: "response_changed" | "response_deleted",
  { row, record, userId }: Pick<LoadedResponse, "row" | "record" | "userId">,
): Promise<void> {
  const users = context.db.selectFrom("user").select("username").where("key", "=", row.user_key);
  const person = { id: userId, ...(await users.executeTakeFirstOrThrow()) };
  const told = await namesOfDataset(context, record.dataset_key);
  await noteAudit(context, { kind, person, told });
}

/** A record that a response is written to. */
type Target = Pick<LoadedRecord, "id" | "seq" | "dataset_key" | "dataset_id" | "workspace_id">;

type Write = {
  readonly record: Target;
  /** All users' responses to the record before the change. */
  readonly standing: readonly ResponseRow[];
  readonly userKey: number;
  /** Null: the response is removed. */
  readonly after: ResponseInput | null;
};

/** A condition: the time of the last change that the client saw; null: it saw no response. Absent: no condition. */
type Seen = { readonly seen?: Micros | null };

/** True if the response is unchanged since the client saw it (FRS-17). */
const isAsSeen = (row: ResponseRow | undefined, { seen }: Seen): boolean =>
  seen === undefined || isUnmoved(row?.updated_at ?? null, seen);

function refuseUnlessAsSeen(row: ResponseRow, seen: Seen): void {
  if (!isAsSeen(row, seen)) throw new Refusal("conflict", "The response was changed since it was seen");
}

/**
 * Writes responses to different records of one dataset, and updates the dataset's times (contract api-v1 10.4). All checks
 * are done. Returns the new rows in the order of the writes.
 */
async function writeAll(
  context: Context,
  { key: actorKey }: Caller,
  shownMs: number | null,
  writes: readonly Write[],
): Promise<(ResponseRow | null)[]> {
  const [first] = writes;
  if (!first) return [];
  const { dataset_key: key, dataset_id: id, workspace_id } = first.record;
  const change = { datasetKey: key, actorKey, shownMs };
  const records = writes.map(({ record: { seq }, standing, userKey, after }) => {
    return { seq, standing, writes: [{ userKey, after }] };
  });
  const [rows, listeners] = await together([
    writeResponses(context, change, records),
    listenersToResponses(context.db, workspace_id),
  ]);
  await noteWork(context.db, key, context.now());
  const told = writes.map(({ record: { seq }, standing, userKey }, at) => {
    return { seq, standing, userKey, after: rows[at] ?? null };
  });
  await tellResponses(context, { key, id }, listeners, told);
  return rows;
}

/** Refuses a response that is against the rules (FAN-13), with the contract's text. */
function refuseFault(questions: readonly Question[], response: ResponseInput, fields: string): void {
  const fault = responseFault(questions, response, JSON.parse(fields));
  if (fault !== null) throw new Refusal("unprocessable", reasonText(fault));
}

type Save = Omit<Write, "record" | "after"> & {
  readonly record: LoadedRecord;
  /** Null if the user is deleted. */
  readonly userId: string | null;
  readonly questions: readonly Question[];
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** Writes one user's response to a record, new or changed. */
async function saveResponse(context: Context, caller: Caller, save: Save): Promise<FeedbackResponse> {
  const { record, standing, userKey, userId, questions, response, shownMs } = save;
  refuseFault(questions, response, record.fields);
  const [row] = await writeAll(context, caller, shownMs, [{ record, standing, userKey, after: response }]);
  if (!row) throw new Error("A response that was written is not there.");
  return responseFromRow(row, record.id, userId);
}

type CreateResponse = {
  readonly recordId: string;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** Creates the caller's response to a record (FRS-03, FRS-11). A second one is a conflict (FRS-10). */
export async function createResponse(context: Context, input: CreateResponse): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const record = await loadRecordForMember(context, input.recordId);
  const [standing, questions] = await together([
    standingOf(context, record),
    loadQuestions(context.db, record.dataset_id),
  ]);
  if (standing.some((row) => row.user_key === caller.key)) {
    const detail = `Response already exists for record with id \`${record.id}\` and by user with id \`${caller.id}\``;
    throw new Refusal("conflict", detail);
  }
  const { response, shownMs } = input;
  const own = { userKey: caller.key, userId: caller.id };
  return saveResponse(context, caller, { record, standing, questions, ...own, response, shownMs });
}

type UpdateResponse = Seen & {
  readonly responseId: string;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** Replaces a whole response, with its answers (FRS-04, FRS-11). */
export async function updateResponse(context: Context, input: UpdateResponse): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const { row, record, standing, questions, userId } = await loadResponse(context, input.responseId);
  refuseUnlessAsSeen(row, input);
  const { response, shownMs } = input;
  const about = { record, standing, questions, userKey: row.user_key, userId };
  const saved = await saveResponse(context, caller, { ...about, response, shownMs });
  if (userId !== caller.id) await noteResponse(context, "response_changed", { row, record, userId });
  return saved;
}

type DeleteResponse = Seen & { readonly responseId: string; readonly shownMs: number | null };

/** Deletes a response, so that its record is pending again (FRS-09, FRS-11). Returns it as it was. */
export async function deleteResponse(
  context: Context,
  { responseId, shownMs, ...seen }: DeleteResponse,
): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const loaded = await loadResponse(context, responseId);
  const { row, userId } = loaded;
  refuseUnlessAsSeen(row, seen);
  const { record, standing } = loaded;
  await writeAll(context, caller, shownMs, [{ record, standing, userKey: row.user_key, after: null }]);
  if (userId !== caller.id) await noteResponse(context, "response_deleted", loaded);
  return responseFromRow(row, loaded.record.id, userId);
}

/** `withdrawn`: true if the response is to be removed, so that the record is pending again. */
type OwnResponse = ResponseInput & Seen & { readonly recordId: string; readonly withdrawn?: boolean };
type SaveOwnResponses = { readonly items: readonly OwnResponse[]; readonly shownMs: number | null };
export type Saved =
  /** The stored response; null if there is none any more. */
  | { readonly response: FeedbackResponse | null }
  /** The stored response was changed since the client saw it, and stays unchanged. */
  | { readonly changed: FeedbackResponse | null }
  | { readonly refusal: { readonly code: RefusalCode; readonly detail: string } };

/**
 * Creates, replaces or withdraws the caller's responses, in order (FBU-04, FBU-05). A refused one does not affect the others.
 * Responses to different records of one dataset are written together, after all their checks.
 */
export async function saveOwnResponses(context: Context, { items, shownMs }: SaveOwnResponses): Promise<Saved[]> {
  const caller = requireCaller(context);
  // The screen time belongs to a single record. For several records it says nothing about each.
  const shown = items.length === 1 ? shownMs : null;
  const saved: Saved[] = [];
  await inChunks(items, async (some) => {
    const ids = some.map(({ recordId }) => recordId);
    const records: Records = new Map((await recordsToAnswer(context.db, ids)).map((record) => [record.id, record]));
    for (let from = 0; from < some.length; ) {
      const run = some.slice(from, from + lengthOfRun(some.slice(from), records));
      saved.push(...(await saveRun(context, caller, run, records, shown)));
      from += run.length;
    }
  });
  return saved;
}

type Answerable = Awaited<ReturnType<typeof recordsToAnswer>>[number];
type Records = ReadonlyMap<string, Answerable>;

/** How many items, from the first on, are of one dataset and of different records. */
function lengthOfRun(items: readonly OwnResponse[], records: Records): number {
  const seen = new Set<string>();
  let dataset: number | undefined;
  for (const [at, { recordId }] of items.entries()) {
    const own = records.get(recordId)?.dataset_key ?? dataset;
    if (seen.has(recordId) || (dataset !== undefined && own !== dataset)) return at;
    seen.add(recordId);
    dataset = own;
  }
  return items.length;
}

async function saveRun(
  context: Context,
  caller: Caller,
  items: readonly OwnResponse[],
  records: Records,
  shownMs: number | null,
): Promise<Saved[]> {
  const { db } = context;
  const found = items.flatMap(({ recordId }) => records.get(recordId) ?? []);
  const [first] = found;
  const seqs = found.map(({ seq }) => seq);
  const [standing, questions] = await together([
    first ? responsesTo(db, first.dataset_key, seqs) : new Map<number, ResponseRow[]>(),
    first && items.some(({ withdrawn }) => !withdrawn) ? loadQuestions(db, first.dataset_id) : [],
  ]);
  const judged: (Saved | Write)[] = [];
  for (const item of items) {
    const record = records.get(item.recordId) ?? null;
    const own = { record, standing: (record && standing.get(record.seq)) ?? [], questions };
    judged.push(await judge(context, caller, item, own));
  }
  const rows = (
    await writeAll(
      context,
      caller,
      shownMs,
      judged.flatMap((one) => ("after" in one ? one : [])),
    )
  ).values();
  return judged.map((one): Saved => {
    if (!("after" in one)) return one;
    const row = rows.next().value ?? null;
    return { response: row && responseFromRow(row, one.record.id, caller.id) };
  });
}

type Judged = Pick<Write, "standing"> & {
  readonly record: Answerable | null;
  readonly questions: readonly Question[];
};

/** What becomes of one response: what to write, or the outcome if nothing is to be written. */
async function judge(
  context: Context,
  caller: Caller,
  item: OwnResponse,
  { record: found, standing, questions }: Judged,
): Promise<Saved | Write> {
  const { recordId, withdrawn = false, status, values } = item;
  try {
    const record = requireRecord(context, recordId, found);
    const row = standing.find(({ user_key }) => user_key === caller.key);
    if (!isAsSeen(row, item)) return { changed: row ? responseFromRow(row, record.id, caller.id) : null };
    const write = { record, standing, userKey: caller.key };
    if (withdrawn) return row ? { ...write, after: null } : { response: null };
    const response = { status, values };
    refuseFault(questions, response, record.fields ?? (await loadRecordForMember(context, recordId)).fields);
    return { ...write, after: response };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.message } };
    throw error;
  }
}

export const responseCalls = {
  writes: { createResponse, updateResponse, deleteResponse, saveOwnResponses },
} as const;
