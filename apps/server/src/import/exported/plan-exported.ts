import type { Task } from "@postil/domain/datasets/dataset";
import type { DatasetPlan } from "../../client/fill.ts";
import { StartFailure } from "../../start-failure.ts";
import { checkParts } from "../build-plan.ts";
import { type ImportPlan, NO_COLUMNS } from "../plan.ts";
import { counted } from "../row.ts";
import { type TaskPlan, taskDatasetName } from "../tasks/plan-task.ts";
import type { ImportWishes } from "../wishes.ts";
import type { Definition, TaskDefinition } from "./definition.ts";

/** Plans the dataset that an export describes. Options may set the target, but not the meaning of columns. */
export function planExported(definition: Definition, wishes: ImportWishes): ImportPlan {
  const { fields, questions, metadata, vectors } = definition;
  refuseColumnWishes(wishes, "--dataset, --workspace, --guidelines, --skip-bad and --dry-run");
  const dataset: DatasetPlan = {
    name: wishes.dataset ?? definition.name,
    guidelines: wishes.guidelines ?? definition.guidelines,
    allowExtraMetadata: definition.allow_extra_metadata,
    datasetMetadata: definition.dataset_metadata,
    isDraft: definition.status === "draft",
    fields,
    questions,
    metadata,
    vectors,
  };
  checkParts(dataset);
  const parts = partWords([
    [fields.length, "field", "fields"],
    [questions.length, "question", "questions"],
    [metadata.length, "metadata property", "metadata properties"],
    [vectors.length, "vector", "vectors"],
  ]);
  const notes = [`  an export of dataset "${definition.name}": ${parts || "nothing yet"}`];
  if (definition.pseudonyms)
    notes.push("  its people have pseudonyms: their answers are left out, for an answer needs somebody who gave it");
  return { ...NO_COLUMNS, dataset, notes, exported: definition };
}

/** Refuses options about columns, because an export describes its own columns. `others`: the options that are allowed. */
export function refuseColumnWishes(wishes: ImportWishes, others: string): void {
  const named = [
    wishes.answers,
    wishes.fields,
    wishes.questions,
    wishes.metadata,
    wishes.suggestions,
    wishes.responses,
    wishes.vectors,
    wishes.ignored,
    [...wishes.partNames, ...wishes.partTitles],
  ];
  if (wishes.id === null && named.every((list) => list.length === 0)) return;
  throw new StartFailure(
    `The file is an export of a dataset and says itself what its columns are: only ${others} have a meaning.`,
  );
}

/** The parts that there are, such as `1 field, 2 questions`. */
const partWords = (parts: readonly (readonly [count: number, one: string, more: string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, one, more]) => `${count} ${count === 1 ? one : more}`)
    .join(", ");

/** Plans the task dataset that an export describes. Options may set the target, but not the meaning of columns. */
export function planExportedTask(
  definition: TaskDefinition,
  wishes: ImportWishes & { readonly task: Task | null; readonly agent: string | null },
): TaskPlan {
  const { task, name, tags, metadata, settings, rules } = definition;
  if (wishes.task !== null && wishes.task !== task)
    throw new StartFailure(`The file is an export of a ${task} dataset, which --task ${wishes.task} cannot change.`);
  refuseColumnWishes(wishes, "--dataset, --workspace, --skip-bad and --dry-run");
  if (wishes.guidelines !== null || wishes.agent !== null)
    throw new StartFailure("--guidelines and --agent have no meaning for an export of a task dataset.");
  const parts = partWords([
    [settings?.label_schema?.labels.length ?? 0, "label", "labels"],
    [rules.length, "rule", "rules"],
  ]);
  const dataset = { name: taskDatasetName(wishes.dataset ?? name), task, tags, metadata, settings, rules };
  return {
    dataset,
    wishes: {
      task,
      agent: "",
      multiLabel: false,
      ignored: new Set(),
      numbers: new Map(),
      plain: new Set(),
      answers: null,
      roles: null,
      isExport: true,
    },
    roles: new Map(),
    notes: [],
    read: null,
    words: ({ rows, workspace }) => [
      `${counted(rows, "row")} -> ${task}: dataset "${dataset.name}" in workspace "${workspace}"`,
      `  an export of dataset "${name}"${parts && `: ${parts}`}`,
    ],
  };
}
