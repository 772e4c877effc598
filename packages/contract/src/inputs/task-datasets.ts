import { TASKS } from "@postil/domain/datasets/dataset-links";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { hasFailed, oneOf, refuse, text, textRefusal } from "../wire/leaf.ts";
import { asObject, inside } from "../wire/shape.ts";
import { metadataValues } from "./record-parts.ts";

/** Task datasets in requests (contract api-v0 section 3). */

const tagText = text();

/** Name to text. A bad name is refused at `__key__`. */
const tags = z
  .unknown()
  .transform((value, ctx): { readonly [name: string]: string } => {
    const read: [name: string, text: string][] = [];
    for (const [name, tag] of Object.entries(asObject(value, ctx) ?? {})) {
      const refused = textRefusal(name);
      if (refused) refuse(ctx, refused, ["__key__"]);
      read.push([name, inside(tagText, tag, ctx, [name])]);
      if (hasFailed(ctx)) break;
    }
    return Object.fromEntries(read); // an assignment would drop a tag named `__proto__`
  })
  .meta({ type: "object", additionalProperties: { type: "string" } });

export const NewTaskDataset = z.object({
  name: text(TASK_DATASET_NAME),
  task: oneOf(TASKS),
  workspace: text().nullish(),
  tags: tags.optional(),
  metadata: metadataValues.optional(),
});

/** `target_workspace`: if absent, null or empty, the copy is made in the workspace of the dataset. */
export const CopiedTaskDataset = z.object({
  name: text(TASK_DATASET_NAME),
  target_workspace: text().nullish(),
  tags: tags.optional(),
  metadata: metadataValues.optional(),
});

/** Members that are absent stay as they are; a named tag or metadata key replaces its whole value. */
export const ChangedTaskDataset = z.object({ tags: tags.optional(), metadata: metadataValues.optional() });
