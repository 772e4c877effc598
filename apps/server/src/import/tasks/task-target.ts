import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import { MOST_REMEMBERED, REMEMBERED_NAME } from "@postil/contract/feedback/merging";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import { roleOfName } from "./task-columns.ts";
import type { TaskRoles } from "./task-rows.ts";

/** What a task dataset that is there says of the columns of a file (IMP-70). */

type SaidOfFile = { readonly roles: TaskRoles | null; readonly anew: boolean };

/**
 * What was said holds, then what the columns of the last file became, then the names of inputs, metadata and vectors of the
 * dataset. Null: the file alone says what its columns are.
 */
export function rolesInto(target: WireTaskAddTarget, { roles, anew }: SaidOfFile): TaskRoles | null {
  const all = new Map([...partRoles(target), ...(anew ? [] : lastRoles(target)), ...(roles ?? [])]);
  return all.size > 0 ? all : null;
}

export const lastRoles = ({ columns }: WireTaskAddTarget): TaskRoles =>
  new Map(columns.map(({ column, role }) => [column, role]));

/** The parts whose names have no other meaning. */
export function partRoles({ task, inputs, metadata, vectors }: WireTaskAddTarget): TaskRoles {
  const named = [
    ...metadata.map((name) => [name, "metadata"] as const),
    ...vectors.map((name) => [name, "vector"] as const),
    ...inputs.map((name) => [name, "input"] as const),
  ];
  const isFree = (name: string) => roleOfName(task, name, new Set([name])) === "metadata";
  return new Map(named.filter(([name]) => isFree(name)));
}

const NAMED = 5;
const named = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map((name) => JSON.stringify(name));
  return `${shown.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
};

/** The inputs that the columns would add to those of the dataset; nobody can remove them again. */
export function newInputWords(
  roles: Iterable<readonly [column: string, role: TaskRole]>,
  { inputs }: Pick<WireTaskAddTarget, "inputs">,
): string[] {
  // A column `inputs` has a map of inputs.
  const known = new Set([...inputs, "inputs"]);
  const added = [...roles].flatMap(([column, role]) => (role === "input" && !known.has(column) ? [column] : []));
  if (inputs.length === 0 || added.length === 0) return [];
  const are = added.length === 1 ? "is a new input" : "are new inputs";
  return [`${named(added)} ${are}: the dataset has ${named(inputs)}.`];
}

/** The first columns, if there are very many of them. */
export const rememberedRoles = (roles: TaskRoles) =>
  [...roles]
    .filter(([column]) => column.length <= REMEMBERED_NAME)
    .slice(0, MOST_REMEMBERED)
    .map(([column, role]) => ({ column, role }));
