import { Refusal } from "@postil/domain/refusal";
import type { TaskVectorQuery } from "@postil/domain/search/task-query";
import { findNearest } from "../../records/vectors/find-nearest.ts";
import type { VectorKind } from "../../records/vectors/vector-copies.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import type { FoundTaskRecords } from "./task-search.ts";

/** Of records that were found the nearest to a vector, as many as are asked for, else `count` (contract search-semantics 5). */
export async function findNearestTaskRecords(
  context: Context,
  { at, set }: FoundTaskRecords,
  vector: TaskVectorQuery,
  count: number,
): Promise<number[]> {
  const kind = await kindOf(context, at.datasetKey, vector);
  return findNearest(at, set, kind, { point: vector.value, count: vector.k ?? count });
}

async function kindOf({ db }: Context, datasetKey: number, { name, value }: TaskVectorQuery): Promise<VectorKind> {
  const refuse = (detail: string) => new Refusal("invalid_text_search", detail);
  const kind = (await loadTaskVectorKinds(db, datasetKey)).get(name);
  if (!kind) throw refuse(`The records of this dataset have no vector '${name}'.`);
  const { key, dimensions } = kind;
  if (value.length !== dimensions)
    throw refuse(`Vector '${name}' has ${dimensions} dimensions, the one that was sent has ${value.length}.`);
  if (!value.every(Number.isFinite)) throw refuse("A vector consists of finite numbers.");
  return { datasetKey, settingsKey: key, dimensions };
}
