import { TASK_ROLES, type TaskRole } from "@postil/contract/datasets/upload-wish";
import type { WireTaskPlan } from "@postil/contract/datasets/uploads";

/** What the person says about a file that becomes a dataset of one of the three tasks (IMP-40). What nobody said is guessed. */
export type SaidTask = {
  /** the role of every column; null: all are guessed */
  readonly roles: ReadonlyMap<string, TaskRole> | null;
  /** who annotated and predicted where the file names nobody; empty: guessed */
  readonly agent: string;
  /** of text classification: true if a record can have several labels */
  readonly several: boolean | null;
  /** labels beside those of the file */
  readonly labels: readonly string[];
};

export const NO_TASK_SAID: SaidTask = { roles: null, agent: "", several: null, labels: [] };

/** The role of each column as it stands now. */
export const taskRolesOf = ({ roles }: SaidTask, { columns }: WireTaskPlan): ReadonlyMap<string, TaskRole> =>
  new Map(columns.map(({ column, role }) => [column, roles?.get(column) ?? role]));

/** The first word about a column says the shown roles of all others too, so none of them changes by itself (IMP-04). */
export const withTaskRole = (said: SaidTask, plan: WireTaskPlan, column: string, role: TaskRole): SaidTask => ({
  ...said,
  roles: new Map(taskRolesOf(said, plan)).set(column, role),
});

/** The roles that a column can have, in the order of the menu. */
export function fittingRoles(plan: WireTaskPlan, column: string): readonly TaskRole[] {
  const unfit = plan.columns.find((one) => one.column === column)?.unfit ?? [];
  return TASK_ROLES.filter((role) => !unfit.includes(role));
}
