import type { DatasetPlan } from "../../client/fill-dataset.ts";
import { StartFailure } from "../../start-failure.ts";
import { checkParts } from "../check-parts.ts";
import type { ImportPlan } from "../plan.ts";
import type { ImportWishes } from "../wishes.ts";
import type { Definition } from "./definition.ts";

/** The dataset that an export tells; options say where it goes, not what its columns are. */
export function planExported(definition: Definition, wishes: ImportWishes): ImportPlan {
  const { fields, questions, metadata, vectors } = definition;
  refuseColumnWishes(wishes, "--dataset, --workspace, --guidelines, --skip-bad and --dry-run");
  const dataset: DatasetPlan = {
    name: wishes.dataset ?? definition.name,
    guidelines: wishes.guidelines ?? definition.guidelines,
    allowExtraMetadata: definition.allow_extra_metadata,
    isDraft: definition.status === "draft",
    fields,
    questions,
    metadata,
    vectors,
  };
  checkParts(dataset);
  const counted = [
    [fields.length, "field", "fields"],
    [questions.length, "question", "questions"],
    [metadata.length, "metadata property", "metadata properties"],
    [vectors.length, "vector", "vectors"],
  ] as const;
  const parts = counted.flatMap(([count, one, more]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]));
  const notes = [`  an export of dataset "${definition.name}": ${parts.join(", ") || "nothing yet"}`];
  const nothing = { roles: [], questions: [], asked: [], sample: [], plain: new Set<string>(), answers: null };
  return { ...nothing, dataset, rows: 0, read: 0, notes, exported: definition };
}

/** Says of options about columns that there is nothing for them to say. `others`: those that have a meaning. */
export function refuseColumnWishes(wishes: ImportWishes, others: string): void {
  const named = [
    wishes.answers,
    wishes.fields,
    wishes.questions,
    wishes.metadata,
    wishes.suggestions,
    wishes.vectors,
    wishes.ignored,
  ];
  if (wishes.id === null && named.every((list) => list.length === 0)) return;
  throw new StartFailure(
    `The file is an export of a dataset and says itself what its columns are: only ${others} have a meaning.`,
  );
}
