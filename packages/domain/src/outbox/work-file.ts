import type { AnswerDraft } from "../records/answer-draft.ts";
import type { OwnResponse, ResponseValues } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";
import type { ActiveRule } from "../tasks/rules-active.ts";
import type { Intent, OutboxEntry } from "./outbox-entry.ts";

/**
 * The work that a browser has and the server has not, as a file (design/device.md#work): to keep, to send by a script, to be taken in
 * again. The version counts changes of meaning.
 */
export const WORK_FILE = { format: "postil-work", version: 1, mostRecords: 2000, mostMegabytes: 20 } as const;

/** Whose work it is. Ids of users are made once and for one server, so they tell servers apart whatever address they are reached by. */
export type Owner = { readonly userId: string; readonly username: string; readonly server: string };

/** A record as the file has it: names and values as the API has them. */
type FiledRecord = {
  readonly dataset_id: string;
  readonly record_id: string;
  /** The response that waits to be saved; null status: it is to be removed. */
  readonly undelivered: {
    readonly status: ResponseStatus | null;
    readonly values: ResponseValues | null;
  } | null;
  readonly undelivered_at: string | null;
  /** What the server may hold without anybody having changed it since: null, no response. */
  readonly undelivered_over: readonly (Said | null)[];
  /** Answers not sent; null for one that was emptied. */
  readonly typed: { readonly [question: string]: { readonly value: unknown } | null } | null;
  readonly typed_at: string | null;
  /** Of what was typed, the parts that were suggested and not touched. */
  readonly typed_untouched: { readonly [question: string]: readonly string[] };
};
type Said = Pick<OwnResponse, "status" | "values">;

/** What there is of a record; times are epoch ms. */
export type UnsentOfRecord = {
  readonly recordId: string;
  readonly datasetId: string;
  readonly entry: Pick<OutboxEntry, "intent" | "wantedAt" | "base" | "unanswered" | "failure"> | null;
  readonly draft: { readonly answers: AnswerDraft; readonly savedAt: number } | null;
};

/**
 * What was typed for a dataset as a whole and not saved, in its settings, as a rule or into a bulk form: to read, for nobody
 * takes it in again. `address`: the query that leads to the page of the form; empty: not known.
 */
export type TypedForDataset =
  | { readonly kind: "settings"; readonly datasetId: string; readonly texts: readonly string[] }
  | { readonly kind: "rule"; readonly datasetId: string; readonly rule: ActiveRule }
  | ({ readonly kind: "bulk"; readonly datasetId: string; readonly address: string } & BulkForm);

/** What many records were to be answered; `chosen`: their ids, `allMatches`: and every other that matched. */
type BulkForm = {
  readonly answers: AnswerDraft;
  readonly chosen: readonly string[];
  readonly allMatches: boolean;
};

export function writeWorkFile(
  work: readonly UnsentOfRecord[],
  owner: Owner,
  now: number,
  typed: readonly TypedForDataset[] = [],
): object {
  const { format, version } = WORK_FILE;
  return {
    ...{ format, version, server: owner.server, user_id: owner.userId, username: owner.username },
    exported_at: isoTime(now),
    records: work.map(filed),
    settings: typed.flatMap((one) =>
      one.kind === "settings" ? [{ dataset_id: one.datasetId, typed: one.texts }] : [],
    ),
    rules: typed.flatMap((one) => (one.kind === "rule" ? [{ dataset_id: one.datasetId, ...one.rule }] : [])),
    bulk_forms: typed.flatMap((one) => (one.kind === "bulk" ? [filedBulk(one)] : [])),
  };
}

const filedBulk = ({ datasetId, answers, chosen, allMatches }: BulkForm & { readonly datasetId: string }) => ({
  ...{ dataset_id: datasetId, record_ids: chosen, all_matches: allMatches },
  typed: typedValues(answers),
});

function filed({ recordId, datasetId, entry, draft }: UnsentOfRecord): FiledRecord {
  return {
    dataset_id: datasetId,
    record_id: recordId,
    undelivered: entry && said(entry.intent),
    undelivered_at: entry && isoTime(entry.wantedAt),
    undelivered_over: entry === null ? [] : overOf(entry),
    typed: draft && typedValues(draft.answers),
    typed_at: draft && isoTime(draft.savedAt),
    typed_untouched: draft === null ? {} : untouchedOf(draft.answers),
  };
}

const isoTime = (ms: number): string => new Date(ms).toISOString();

const said = (intent: Intent): FiledRecord["undelivered"] =>
  intent.kind === "remove" ? { status: null, values: null } : saidBy(intent);

/** What somebody else made of it meanwhile is not to be written over by whoever takes this in. */
const overOf = ({ base, unanswered, failure }: NonNullable<UnsentOfRecord["entry"]>) =>
  failure?.kind === "changed" ? [] : [base, ...unanswered].map((one) => one && saidBy(one));

const saidBy = ({ status, values }: Said): Said => ({ status, values });

const typedValues = (answers: AnswerDraft) =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value === null ? null : { value }]));

const untouchedOf = (answers: AnswerDraft) =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, { untouched }]) => (untouched.length === 0 ? [] : [[name, untouched]])),
  );
