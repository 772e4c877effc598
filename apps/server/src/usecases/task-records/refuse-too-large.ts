import { Refusal } from "@postil/domain/refusal";
import type { LogResult } from "@postil/domain/tasks/log-record";
import { sizeFault } from "@postil/domain/tasks/record-size";
import type { Context } from "../../storage/store.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";

/** `index`: which of the records of the call it is; none: it is the only one. */
type Written = LogResult & { readonly index?: number };

/** Refuses a record that would be larger than one may be, with all that was there of it before. */
export async function refuseTooLarge(
  { db }: Context,
  datasetKey: number,
): Promise<(written: Written, document: number) => void> {
  const kinds = await loadTaskVectorKinds(db, datasetKey);
  return ({ document: { vectors = {} }, vectors: brought, index }, document) => {
    const lengthOf = (name: string) => brought[name]?.length ?? kinds.get(name)?.dimensions ?? 0;
    const numbers = Object.keys(vectors).reduce((sum, name) => sum + lengthOf(name), 0);
    const msg = sizeFault({ document, numbers });
    if (msg === null) return;
    const loc = index === undefined ? ["body"] : ["body", "records", index];
    const errors = [{ loc, msg, type: "value_error" }];
    throw new Refusal("invalid_records", "The record is too large.", undefined, { errors });
  };
}
