import type { AnswerDraft, OwnResponse, ResponseStatus, ResponseValues } from "../records/labeled-record.ts";
import type { ActiveRule } from "../tasks/active-rule.ts";
import type { Intent, OutboxEntry } from "./outbox-entry.ts";

/**
 * The work that the browser holds and the server does not, as a file (design/device.md#work). The user can keep the
 * file, send it by a script or import it again. The version changes when the meaning of the file changes.
 */
export const WORK_FILE = { format: "postil-work", version: 1, mostRecords: 2000, mostMegabytes: 20 } as const;

/** User ids are unique to one server, so they identify it at whatever address it is reached. */
export type Owner = { readonly userId: string; readonly username: string; readonly server: string };

/** A record in the file: names and values are those of the API. */
type FiledRecord = {
  readonly dataset_id: string;
  readonly record_id: string;
  /** The response that waits to be saved; a null status means that it is to be removed; null: no response waits. */
  readonly undelivered: {
    readonly status: ResponseStatus | null;
    readonly values: ResponseValues | null;
  } | null;
  readonly undelivered_at: string | null;
  /** The responses that the server may hold if no other user changed the record since; null stands for no response. */
  readonly undelivered_over: readonly (Said | null)[];
  /** Answers not sent; null for an answer that was emptied. */
  readonly typed: { readonly [question: string]: { readonly value: unknown } | null } | null;
  readonly typed_at: string | null;
  /** The parts of the typed answers that were suggested and that the user did not touch. */
  readonly typed_untouched: { readonly [question: string]: readonly string[] };
};
type Said = Pick<OwnResponse, "status" | "values">;

/** The unsent work for a record; times are epoch ms. */
export type UnsentOfRecord = {
  readonly recordId: string;
  readonly datasetId: string;
  readonly entry: Pick<OutboxEntry, "intent" | "wantedAt" | "base" | "unanswered" | "failure"> | null;
  readonly draft: { readonly answers: AnswerDraft; readonly savedAt: number } | null;
};

/**
 * Text that was typed for a dataset as a whole and not saved: in its settings, as a rule or in a bulk form. It is only
 * for reading, because it cannot be imported. `address`: the query that leads to the page of the form; empty if
 * unknown.
 */
export type TypedForDataset =
  | { readonly kind: "settings"; readonly datasetId: string; readonly texts: readonly string[] }
  | { readonly kind: "rule"; readonly datasetId: string; readonly rule: ActiveRule }
  | ({ readonly kind: "bulk"; readonly datasetId: string; readonly address: string } & BulkForm);

/** `chosen`: ids of the chosen records; `allMatches`: all other matches were chosen too. */
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

/** Empty after another user's change, so that an import of this file does not overwrite that change. */
const overOf = ({ base, unanswered, failure }: NonNullable<UnsentOfRecord["entry"]>) =>
  failure?.kind === "changed" ? [] : [base, ...unanswered].map((one) => one && saidBy(one));

const saidBy = ({ status, values }: Said): Said => ({ status, values });

const typedValues = (answers: AnswerDraft) =>
  Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value === null ? null : { value }]));

const untouchedOf = (answers: AnswerDraft) =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, { untouched }]) => (untouched.length === 0 ? [] : [[name, untouched]])),
  );
