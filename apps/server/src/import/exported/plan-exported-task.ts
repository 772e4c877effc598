import type { Task } from "@postil/domain/datasets/dataset-links";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import type { TaskDatasetPlan } from "../../client/fill.ts";
import { StartFailure } from "../../start-failure.ts";
import { excerpt } from "../excerpt.ts";
import type { TaskWishes } from "../tasks/task-record-of-row.ts";
import type { ImportWishes } from "../wishes.ts";
import { refuseColumnWishes } from "./plan-exported.ts";
import type { TaskDefinition } from "./task-definition.ts";

/** The target of a task dataset, and the number of rows to import. */
type Target = {
  readonly name: string;
  readonly workspace: string;
  readonly rows: number;
  /** How the file is read, line by line. */
  readonly read: readonly string[];
};

/** The plan for a file with a task dataset. */
export type TaskPlan = {
  readonly dataset: Omit<TaskDatasetPlan, "workspace">;
  readonly wishes: TaskWishes;
  /** The number of rows, if they were counted before the check; null if they were not. */
  readonly read: number | null;
  /** Describes the plan, line by line. */
  readonly words: (target: Target) => readonly string[];
};

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
  const counted = [
    [settings?.label_schema?.labels.length ?? 0, "label", "labels"],
    [rules.length, "rule", "rules"],
  ] as const;
  const parts = counted.flatMap(([count, one, more]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]));
  return {
    dataset: { name: taskDatasetName(wishes.dataset ?? name), task, tags, metadata, settings, rules },
    wishes: {
      task,
      agent: "",
      multiLabel: false,
      ignored: new Set(),
      numbers: new Set(),
      plain: new Set(),
      answers: null,
      isExport: true,
    },
    read: null,
    words: (target) => [
      `${target.rows.toLocaleString("en")} ${target.rows === 1 ? "row" : "rows"} -> ${task}: dataset "${target.name}" in workspace "${target.workspace}"`,
      `  an export of dataset "${name}"${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`,
    ],
  };
}

/** Checked before the file is read, because reading may take long. */
export function taskDatasetName(name: string): string {
  const { pattern, max } = TASK_DATASET_NAME;
  if (pattern.test(name) && name.length <= max) return name;
  const rule = `small letters, digits, - and _, up to ${max}, and not - or _ at the beginning`;
  throw new StartFailure(`${excerpt(name)} cannot be the name of a task dataset; it may have ${rule}.`);
}
