import { pickBits } from "@postil/domain/queue/bitmap";
import { bitsOf } from "../storage/blocks.ts";
import { endTaskRecords, notAnsweredSince, notLoggedSince } from "../storage/end-task-records.ts";
import { firstWithin } from "../storage/task-record-sizes.ts";
import type { TakeStep } from "./job-kind.ts";

/**
 * Records deleted or discarded in one step, fewer where they are large: some tens of milliseconds, after which other writes have
 * their turn.
 */
export const END_STEP = 250;
/** Bytes of their documents and vectors: the words of longer ones fill more of the text index than a step works off. */
export const END_BYTES = 2 ** 18;

/** What is told of records that are to be deleted or discarded: which they are, as bits in base 64, who asked for it, and when. */
export type Ended = { readonly records: string; readonly actorKey: number; readonly at: number };

/**
 * Deletes or discards the records that a query found when it was asked. One transaction would keep everybody else from writing,
 * for half a minute with a hundred thousand records. Who logs one of them again meanwhile has the last word, and who answers one
 * that is to be discarded. Done are records.
 */
const endRecords =
  (discard: boolean): TakeStep =>
  async (context, { dataset_key: datasetKey, about, done }) => {
    const { records, actorKey, at }: Ended = JSON.parse(about);
    const dataset = context.db.selectFrom("task_dataset").select("key").where("key", "=", datasetKey);
    if (!(await dataset.executeTakeFirst())) return { done: 0, more: false };
    const bits = bitsOf(Buffer.from(records, "base64"));
    const next = pickBits(bits, 0, bits.length << 5, done, END_STEP);
    const seqs = await firstWithin(context.db, datasetKey, next, END_BYTES);
    const asLogged = await notLoggedSince(context, datasetKey, seqs, at);
    const left = discard ? await notAnsweredSince(context, datasetKey, asLogged, at) : asLogged;
    if (left.length > 0) await endTaskRecords(context, { datasetKey, actorKey, discard }, left);
    return { done: seqs.length, more: seqs.length < next.length || next.length === END_STEP };
  };

export const deleteFound = endRecords(false);
export const discardFound = endRecords(true);
