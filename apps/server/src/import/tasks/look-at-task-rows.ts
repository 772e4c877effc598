import type { Task } from "@postil/domain/datasets/dataset-links";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { StartFailure } from "../../start-failure.ts";
import type { Source } from "../read-rows.ts";
import { isMembers } from "./annotation-part-of-cell.ts";
import { DERIVED_COLUMNS, knownColumns, TASK_COLUMNS } from "./task-columns.ts";
import { taskRowsOf } from "./task-rows.ts";

/** What a file holds, as far as all of its rows together tell. */
export type TaskFile = { readonly rows: number; readonly multiLabel: boolean; readonly columns: ReadonlySet<string> };

export async function lookAtTaskRows(
  source: Source,
  task: Task,
  ignored: ReadonlySet<string> = new Set(),
): Promise<TaskFile> {
  const columns = new Set<string>();
  let rows = 0;
  let multiLabel = false;
  for await (const read of taskRowsOf(source, ignored)) {
    rows++;
    if ("fault" in read) continue;
    for (const name of Object.keys(read.row)) columns.add(name);
    multiLabel ||= hasSeveral(read.row);
  }
  if (rows === 0) throw new StartFailure(`${source.file} holds no rows.`);
  refuseOtherTask(source, task, columns);
  return { rows, multiLabel, columns };
}

/** A file in which no row can be a record of the task is told of once, and not line by line. */
function refuseOtherTask({ file }: Source, task: Task, columns: ReadonlySet<string>): void {
  const { needed } = TASK_COLUMNS[task];
  if (columns.size === 0 || needed.some((column) => columns.has(column))) return;
  const other = columns.has("tokens") ? " For tokens say --task TokenClassification." : "";
  const names = needed.map((column) => `"${column}"`).join(" or ");
  throw new StartFailure(
    `${file} has no column ${names}, and ${task} needs one. Its columns: ${[...columns].join(", ")}.${other}`,
  );
}

/** It says so, or a list of labels was chosen. */
function hasSeveral({ multi_label, annotation, labels, label }: { readonly [column: string]: unknown }): boolean {
  if (multi_label === true || /^true$/i.test(String(multi_label))) return true;
  const given = annotation ?? label ?? labels;
  return Array.isArray(isMembers(given) ? null : given);
}

/** A name as task datasets may have it: what is not allowed becomes a hyphen. */
export function taskDatasetNameOf(stem: string): string {
  const name = stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9-_]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, TASK_DATASET_NAME.max);
  return name === "" ? "dataset" : name;
}

/** What was understood, before anything is made. */
export function describeTaskFile(
  { rows, multiLabel, columns }: TaskFile,
  { task, name, workspace }: { readonly task: Task; readonly name: string; readonly workspace: string },
): string[] {
  const known = knownColumns(task, columns);
  const metadata = [...columns].filter((column) => !known.has(column));
  const derived = [...columns].filter((column) => DERIVED_COLUMNS.has(column));
  const read = [...columns].filter((column) => known.has(column) && !DERIVED_COLUMNS.has(column));
  const kind = task === "TextClassification" ? `${task}, ${multiLabel ? "several labels" : "one label"} each` : task;
  return [
    `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} -> ${kind}: dataset "${name}" in workspace "${workspace}"`,
    ...(read.length > 0 ? [`  read: ${read.join(", ")}`] : []),
    ...(derived.length > 0 ? [`  worked out anew: ${derived.join(", ")}`] : []),
    ...(metadata.length > 0 ? [`  as metadata: ${metadata.join(", ")}`] : []),
  ];
}
