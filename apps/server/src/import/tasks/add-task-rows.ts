import type { CallInput } from "@postil/contract/call";
import type { WireTaskMerged } from "@postil/contract/tasks/merging";
import { type Added, type Asked, type Decided, sendRows } from "../add-rows.ts";
import { judgeTaskRows } from "./check-task-rows.ts";
import type { TaskRecordInput } from "./task-record.ts";
import type { TaskRoles, TaskWishes } from "./task-rows.ts";
import { rememberedRoles } from "./task-target.ts";

/** Adds the rows of a file to a task dataset, or says what would become of them. The server decides about each record (IMP-44). */

export type DecidedTaskRow = Decided<TaskRecordInput, WireTaskMerged>;

type Adding = Asked<TaskRecordInput, WireTaskMerged> & {
  readonly wishes: TaskWishes;
  readonly at: { readonly workspace: string; readonly name: string };
  /** False: what people said of a record stays. */
  readonly overwrite: boolean;
  /** What the columns became, to remember it. */
  readonly roles: TaskRoles;
};

export async function addTaskRows(adding: Adding): Promise<Added> {
  const { source, wishes, at, call, isDry, existing, overwrite, roles, samples = null } = adding;
  const { workspace, name } = at;
  let columns = isDry || roles.size === 0 ? null : rememberedRoles(roles);
  const merge = async (records: readonly TaskRecordInput[]) => {
    const asked = { dry_run: isDry, existing, overwrite, columns, samples: samples?.wanted() ?? 0 };
    columns = null;
    // The schema accepts the records as they are sent, but its types describe the parsed result.
    const body = { task: wishes.task, records, ...asked } as unknown as CallInput<"mergeTaskRecords">["body"];
    return (await call("mergeTaskRecords", { params: { name }, query: { workspace }, body })).items;
  };
  const way = {
    rows: judgeTaskRows(source, wishes).verdicts,
    valuesOf: () => 0,
    hasId: ({ id = null }: TaskRecordInput) => id !== null,
    merge,
    faultOf: (_: unknown, { outcome, fault }: WireTaskMerged) =>
      outcome === "refused" ? { fault: fault ?? "", cell: null } : null,
  };
  return sendRows(adding, way, true);
}
