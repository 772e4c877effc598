import { Refusal } from "@postil/domain/refusal";
import {
  inputKeys,
  type Logged,
  MOST_INPUT_KEYS,
  MOST_METADATA_KEYS,
  MOST_VECTOR_NAMES,
  metadataKeys,
  metadataMisfits,
  namesFault,
  tooManyMetadataKeys,
  vectorMisfits,
  vectorNames,
} from "@postil/domain/tasks/dataset-rules";
import { TOO_MANY_VECTORS } from "@postil/domain/tasks/label-schema";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadInputKeys, loadMetadataKinds } from "../../storage/task-targets.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";

/** Enough to see what is wrong. */
const MOST_ERRORS = 100;

/** Refuses metadata and vectors that do not go with those of the dataset (contract api-v0 5.5, 5.6). */
export async function refuseMisfits(
  { db }: Context,
  dataset: TaskDatasetRow,
  records: readonly Logged[],
): Promise<void> {
  const kinds = await loadMetadataKinds(db, dataset.key);
  const sent = metadataKeys(records);
  const len = tooManyMetadataKeys(kinds.keys(), sent);
  if (len !== null) {
    const says = `A dataset may have ${MOST_METADATA_KEYS} metadata keys, there would be ${len}`;
    throw new Refusal("metadata_limit", says, undefined, { len, limit: MOST_METADATA_KEYS });
  }
  const inputs = inputKeys(await loadInputKeys(db, dataset.key), records);
  if (inputs.size > MOST_INPUT_KEYS)
    throw new Refusal("bad_request", `A dataset may have ${MOST_INPUT_KEYS} inputs, there would be ${inputs.size}`);
  const vectors = await loadTaskVectorKinds(db, dataset.key);
  const ofVectors = vectorNames(vectors.keys(), records);
  if (ofVectors.size > MOST_VECTOR_NAMES) throw new Refusal("bad_request", TOO_MANY_VECTORS);
  const fault = namesFault([...new Set([...kinds.keys(), ...sent]), ...inputs, ...ofVectors]);
  if (fault) throw new Refusal("unprocessable", fault);
  const dimensions = new Map([...vectors.values()].map(({ name, dimensions }) => [name, dimensions]));
  const misfits = [...metadataMisfits(kinds, records), ...vectorMisfits(dimensions, records)];
  if (misfits.length === 0) return;
  const errors = misfits.slice(0, MOST_ERRORS).map((reason) => ({ reason, caused_by: null }));
  const says = `Cannot log data in dataset ${taskDatasetId(dataset)}`;
  throw new Refusal("bulk_data", says, undefined, { errors });
}
