import type { Task } from "@postil/domain/datasets/dataset-links";
import { labelsIn } from "@postil/domain/tasks/annotation-part-labels";
import type { AnnotationPart } from "@postil/domain/tasks/task-record";
import { partsOfRecords } from "../../storage/sqlite/task-parts.ts";
import type { Context } from "../../storage/store.ts";

/** Of so many records all labels are read, those behind the first one of a prediction too (contract api-v0 section 4). */
const SAMPLE: { readonly [T in Task]: number } = { TextClassification: 1000, TokenClassification: 1500, Text2Text: 0 };

/** Some records: how many, and the number of each. */
type Numbered = { readonly count: number; readonly at: (index: number) => number };

/** Labels that a sample of some records, as far from each other as can be, has in its predictions and annotations. */
export async function labelsOfRecords(
  { db }: Pick<Context, "db">,
  { key, task }: { readonly key: number; readonly task: Task },
  { count, at }: Numbered,
): Promise<Set<string>> {
  const labels = new Set<string>();
  const paths = ["$.prediction", "$.annotation"];
  const length = Math.min(count, SAMPLE[task]);
  const sample = Array.from({ length }, (_, index) => at(Math.floor((index * count) / length)));
  for await (const parts of partsOfRecords(db, key, sample, paths)) {
    for (const part of parts as readonly (AnnotationPart | null)[]) {
      // as the domain has written them
      for (const label of part ? labelsIn(part) : []) labels.add(label);
    }
  }
  return labels;
}
