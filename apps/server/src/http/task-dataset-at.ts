import { type NamesWorkspace, workspaceNamed } from "@postil/contract/tasks/datasets";
import type { Task } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import type { TaskDatasetAt } from "../usecases/tasks/datasets.ts";

/** The workspace that a call on task datasets names; 400 when it names none (API-03). */
export function workspaceGiven(asked: NamesWorkspace): string {
  const name = workspaceNamed(asked);
  if (!name) throw new Refusal("missing_input", "A workspace must be provided");
  return name;
}

/** The location of the task dataset in a path, and the task that it must have if the path names one. */
export const taskDatasetAt = ({
  params: { name, task },
  ...asked
}: NamesWorkspace & { readonly params: { readonly name: string; readonly task?: Task } }): TaskDatasetAt => ({
  workspace: workspaceGiven(asked),
  name,
  ...(task ? { task } : {}),
});

type AtRecord = Parameters<typeof taskDatasetAt>[0] & { readonly params: { readonly id: string } };

/** The location of the record in a path. */
export const taskRecordAt = (asked: AtRecord) => ({ ...taskDatasetAt(asked), id: asked.params.id });
