import { LABELED_TASKS } from "@postil/domain/datasets/dataset-links";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import type { SchemaLabel, VectorDimensions } from "@postil/domain/tasks/label-schema";
import { z } from "zod";
import { hasFailed, integer, oneOf, refuse, text, textRefusal } from "../wire/leaf.ts";
import { asObject, firstOf, inside, list } from "../wire/shape.ts";

/** Settings of a task dataset in requests (contract api-v0 section 4). */

export const LABELED_TASK = `(${LABELED_TASKS.join("|")})`;

export const TaskSettingsPath = z.object({ name: text(TASK_DATASET_NAME), task: oneOf(LABELED_TASKS) });

const word = text({ booleans: true });
const labels = firstOf(list(word), list(z.object({ id: word, name: word, description: word.nullish() }))).transform(
  (given): SchemaLabel[] => given.map(labelOf),
);

function labelOf(given: string | { id: string; name: string; description?: string | null | undefined }): SchemaLabel {
  if (typeof given === "string") return { id: given, name: given };
  const { id, name, description } = given;
  return { id, name, ...(typeof description === "string" ? { description } : {}) };
}

const length = integer({ ge: 1 });
const dimensions = firstOf(length, z.object({ dim: length }));

/** Vector name to its number of dimensions. */
const vectors = z
  .unknown()
  .transform((value, ctx): { readonly [name: string]: VectorDimensions } => {
    const read: [name: string, given: VectorDimensions][] = [];
    for (const [name, given] of Object.entries(asObject(value, ctx) ?? {})) {
      const refused = textRefusal(name, { min: 1 });
      if (refused) refuse(ctx, refused, ["__key__"]);
      read.push([name, inside(dimensions, given, ctx, [name])]);
      if (hasFailed(ctx)) break;
    }
    return Object.fromEntries(read);
  })
  .meta({ type: "object", additionalProperties: {} });

export const ChangedTaskSettings = z.object({
  label_schema: z.object({ labels }).nullish(),
  vectors: vectors.nullish(),
});
