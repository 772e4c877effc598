import type { DatasetPlan } from "../../client/fill.ts";
import { StartFailure } from "../../start-failure.ts";
import { checkParts } from "../check-parts.ts";
import type { ImportPlan } from "../plan.ts";
import type { ImportWishes } from "../wishes.ts";
import type { Definition } from "./definition.ts";

/** Plans the dataset that an export describes. Options may set the target, but not the meaning of columns. */
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

/** Refuses options about columns, because an export describes its own columns. `others`: the options that are allowed. */
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
