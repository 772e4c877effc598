import { EXISTING, MERGE_OUTCOMES } from "@postil/domain/records/merge-record";
import { z } from "zod";
import { BATCH_BYTES, route } from "../route.ts";
import { bool, number, oneOf } from "../wire/leaf.ts";
import { list, variants } from "../wire/shape.ts";
import { inWorkspace } from "./datasets.ts";
import { LOGGED } from "./records.ts";

/** Records of a file for a task dataset that is there (IMP-44): Postil's own. */

const WireTaskMerged = z.object({
  outcome: z.enum(MERGE_OUTCOMES),
  /** Why the record is refused. */
  fault: z.string().nullable(),
  /** True if what somebody annotated, validated or discarded changes. */
  overwrites: z.boolean(),
  /** Of the first updated records, as many as were asked for. */
  changes: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string() })).nullable(),
});
export type WireTaskMerged = z.output<typeof WireTaskMerged>;

const MOST_MERGED = 500;
const shared = {
  /** True: nothing is written. */
  dry_run: bool,
  existing: oneOf(EXISTING),
  /** So many updated records are told with their changes. */
  samples: number({ ge: 0, le: 500 }).nullish(),
};
const { TextClassification, TokenClassification, Text2Text } = LOGGED;

export const taskMergeRoutes = {
  mergeTaskRecords: route("POST", "/api/postil/v1/task-datasets/:name/records/merge", {
    access: "manager",
    ...inWorkspace,
    summary:
      "Add up to 500 records of a file to a task dataset: each is new, updated, unchanged or refused by itself; on request nothing is written",
    body: variants("task", {
      TextClassification: z.object({
        ...{
          task: z.literal("TextClassification"),
          records: list(TextClassification, { max: MOST_MERGED }),
          ...shared,
        },
      }),
      TokenClassification: z.object({
        ...{
          task: z.literal("TokenClassification"),
          records: list(TokenClassification, { max: MOST_MERGED }),
          ...shared,
        },
      }),
      Text2Text: z.object({
        ...{ task: z.literal("Text2Text"), records: list(Text2Text, { max: MOST_MERGED }), ...shared },
      }),
    }),
    bodyLimit: BATCH_BYTES,
    replies: { 200: z.object({ items: z.array(WireTaskMerged) }) },
  }),
};
