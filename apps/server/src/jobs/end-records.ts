import { pickBits } from "@postil/domain/queue/bitmap";
import { bitsOf } from "../storage/blocks.ts";
import { firstTaskRecordsWithin } from "../storage/record-sizes.ts";
import { endTaskRecords, notAnsweredSince, notLoggedSince } from "../storage/task-record-writes.ts";
import { copiesUnderWay, copyBefore } from "./copy.ts";
import { addToDeletion, endDeletion } from "./deleted-records.ts";
import type { Ended, TakeStep } from "./job-kind.ts";

/** Records per step, fewer if they are large: some tens of milliseconds, then other writes get their turn. */
export const END_STEP = 250;
/**
 * Maximum bytes of documents and vectors per step: the words of larger ones would add more to the text index than a step can
 * clean up.
 */
const END_BYTES = 2 ** 18;

/** How many records are ended in one transaction, which copies them too: once for each copy of the dataset under way. */
export const endedAtOnce = (copies: number) => ({
  records: Math.ceil(END_STEP / (1 + copies)),
  bytes: Math.ceil(END_BYTES / (1 + copies)),
});

/**
 * Deletes or discards the records that a query found at the time of the request. A single transaction would block all other
 * writes, for half a minute with a hundred thousand records. A record that is logged again in the meantime is kept. So is a
 * record that is answered before it is discarded. `done` counts records.
 */
const endRecords =
  (discard: boolean): TakeStep =>
  async (context, { key, dataset_key: datasetKey, about, done }) => {
    const { records, actorKey, at, kept }: Ended = JSON.parse(about);
    const dataset = context.db.selectFrom("task_dataset").select("key").where("key", "=", datasetKey);
    if (!(await dataset.executeTakeFirst())) return { done: 0, more: false };
    const bits = bitsOf(Buffer.from(records, "base64"));
    const copies = await copiesUnderWay(context, datasetKey, key);
    const most = endedAtOnce(copies.length);
    const next = pickBits(bits, 0, bits.length << 5, done, most.records);
    const seqs = await firstTaskRecordsWithin(context.db, datasetKey, next, most.bytes);
    const asLogged = await notLoggedSince(context, datasetKey, seqs, at);
    const left = discard ? await notAnsweredSince(context, datasetKey, asLogged, at) : asLogged;
    const more = seqs.length < next.length || next.length === most.records;
    await copyBefore(context, datasetKey, left, copies);
    const deletion = { family: "task_dataset", dataset: { key: datasetKey, id: "" } } as const;
    if (kept === undefined) {
      if (left.length > 0) await endTaskRecords(context, { datasetKey, actorKey, discard }, left);
    } else {
      if (left.length > 0) await addToDeletion(context, deletion, kept, left);
      if (!more) await endDeletion(context, kept);
    }
    return { done: seqs.length, more };
  };

export const deleteFound = endRecords(false);
export const discardFound = endRecords(true);
