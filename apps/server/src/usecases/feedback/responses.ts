import { mayChangeResponse } from "@postil/domain/accounts/policies";
import { isUnmoved } from "@postil/domain/records/labeled-record";
import { reasonText } from "@postil/domain/records/reason";
import type { FeedbackResponse, ResponseInput } from "@postil/domain/records/record";
import { responseFault } from "@postil/domain/records/record-rules";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { noteAudit } from "../../storage/audit.ts";
import { noteWork } from "../../storage/dataset-rows.ts";
import { type ResponseRow, responseFromRow } from "../../storage/read-records.ts";
import { responsesTo, writeResponses } from "../../storage/response-writes.ts";
import { sameRecord } from "../../storage/statements.ts";
import type { Caller, Context } from "../../storage/store.ts";
import { forbidden, refuseUnfinished, requireCaller } from "../refuse.ts";
import { namesOfDataset } from "./datasets.ts";
import { findRecord, type LoadedRecord, loadQuestions, loadRecordForMember } from "./load.ts";
import { tellResponse } from "./tell.ts";

/** Updates the dataset's times after a response was added, changed or deleted (contract api-v1 10.4). */
async function touchDataset({ db, now }: Pick<Context, "db" | "now">, datasetKey: number): Promise<void> {
  await noteWork(db, datasetKey, now());
}

/** All users' responses to a record. */
const standingOf = async ({ db }: Context, { dataset_key, seq }: LoadedRecord): Promise<readonly ResponseRow[]> =>
  (await responsesTo(db, dataset_key, [seq])).get(seq) ?? [];

type LoadedResponse = {
  readonly row: ResponseRow;
  readonly record: LoadedRecord;
  /** All users' responses to the record. */
  readonly standing: readonly ResponseRow[];
  /** Null if the user is deleted. */
  readonly userId: string | null;
};

/** A response the caller may change or delete (FRS-11): 404 before 403. */
export async function loadResponse(context: Context, responseId: string): Promise<LoadedResponse> {
  const caller = requireCaller(context);
  const { db } = context;
  const found = await db
    .selectFrom("response")
    .innerJoin("record", sameRecord("record", "response"))
    .innerJoin("user", "user.key", "response.user_key")
    .select(["record.id as recordId", "user.id as userId", "user.deleted_at as deletedAt"])
    .where("response.id", "=", responseId)
    .executeTakeFirst();
  const record = found && (await findRecord(context, found.recordId));
  const missing = () => new Refusal("not_found", `Response with id \`${responseId}\` not found`);
  if (!record) throw missing();
  refuseUnfinished(context, record, missing);
  const userId = found.deletedAt === null ? found.userId : null;
  if (!mayChangeResponse(caller, record.workspace_id, userId)) throw forbidden();
  const standing = await standingOf(context, record);
  const row = standing.find((candidate) => candidate.id === responseId);
  if (!row) throw new Error(`The response ${responseId} is not among those of its record.`);
  return { row, record, standing, userId };
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

type Save = {
  readonly record: LoadedRecord;
  /** All users' responses to the record before the change. */
  readonly standing: readonly ResponseRow[];
  readonly userKey: number;
  /** Null if the user is deleted. */
  readonly userId: string | null;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
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
 * Writes one user's response to a record, new or changed, after checking it against the rules (FAN-13). Updates the dataset's
 * times (contract api-v1 10.4). Refuses with the contract's text.
 */
async function saveResponse(context: Context, caller: Caller, save: Save): Promise<FeedbackResponse> {
  const { record, standing, userKey, userId, response, shownMs } = save;
  const questions = await loadQuestions(context.db, record.dataset_id);
  const fault = responseFault(questions, response, JSON.parse(record.fields));
  if (fault !== null) throw new Refusal("unprocessable", reasonText(fault));
  const change = { datasetKey: record.dataset_key, actorKey: caller.key, shownMs };
  const writes = [{ userKey, after: response }];
  const [row] = await writeResponses(context, change, [{ seq: record.seq, standing, writes }]);
  if (!row) throw new Error("A response that was written is not there.");
  await touchDataset(context, record.dataset_key);
  await tellResponse(context, { record, userKey, standing, after: row });
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
  const standing = await standingOf(context, record);
  if (standing.some((row) => row.user_key === caller.key)) {
    const detail = `Response already exists for record with id \`${record.id}\` and by user with id \`${caller.id}\``;
    throw new Refusal("conflict", detail);
  }
  const { response, shownMs } = input;
  return saveResponse(context, caller, { record, standing, userKey: caller.key, userId: caller.id, response, shownMs });
}

type UpdateResponse = Seen & {
  readonly responseId: string;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** Replaces a whole response, with its answers (FRS-04, FRS-11). */
export async function updateResponse(context: Context, input: UpdateResponse): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const { row, record, standing, userId } = await loadResponse(context, input.responseId);
  refuseUnlessAsSeen(row, input);
  const { response, shownMs } = input;
  const about = { record, standing, userKey: row.user_key, userId };
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
  await withdrawResponse(context, caller, { ...loaded, shownMs });
  if (userId !== caller.id) await noteResponse(context, "response_deleted", loaded);
  return responseFromRow(row, loaded.record.id, userId);
}

type Withdrawal = Pick<LoadedResponse, "record" | "standing" | "row"> & Pick<DeleteResponse, "shownMs">;

async function withdrawResponse(
  context: Context,
  caller: Caller,
  { record, standing, row, shownMs }: Withdrawal,
): Promise<void> {
  const change = { datasetKey: record.dataset_key, actorKey: caller.key, shownMs };
  await writeResponses(context, change, [
    { seq: record.seq, standing, writes: [{ userKey: row.user_key, after: null }] },
  ]);
  await touchDataset(context, record.dataset_key);
  await tellResponse(context, { record, userKey: row.user_key, standing, after: null });
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
 * Creates, replaces or withdraws the caller's responses one by one, in order (FBU-04, FBU-05). A refused one does not affect
 * the others: all checks of a response run before its first write.
 */
export async function saveOwnResponses(context: Context, { items, shownMs }: SaveOwnResponses): Promise<Saved[]> {
  const caller = requireCaller(context);
  // The screen time belongs to a single record. For several records it says nothing about each.
  const shown = items.length === 1 ? shownMs : null;
  const saved: Saved[] = [];
  for (const item of items) saved.push(await saveOne(context, caller, item, shown));
  return saved;
}

async function saveOne(context: Context, caller: Caller, item: OwnResponse, shownMs: number | null): Promise<Saved> {
  const { recordId, withdrawn = false, status, values } = item;
  const response = { status, values };
  try {
    const record = await loadRecordForMember(context, recordId);
    const standing = await standingOf(context, record);
    const row = standing.find(({ user_key }) => user_key === caller.key);
    if (!isAsSeen(row, item)) return { changed: row ? responseFromRow(row, record.id, caller.id) : null };
    if (withdrawn) {
      if (row) await withdrawResponse(context, caller, { record, standing, row, shownMs });
      return { response: null };
    }
    const own = { userKey: caller.key, userId: caller.id };
    return { response: await saveResponse(context, caller, { record, standing, ...own, response, shownMs }) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.message } };
    throw error;
  }
}

export const responseCalls = {
  writes: { createResponse, updateResponse, deleteResponse, saveOwnResponses },
} as const;
