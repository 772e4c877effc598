import { StartFailure } from "../start-failure.ts";
import type { Answers } from "./answers.ts";
import type { Column, Columns } from "./columns.ts";
import type { Role } from "./plan.ts";
import type { ImportWishes } from "./wishes.ts";

/** The state of the inference while the columns get their roles. */
export type Inference = Columns & {
  readonly options: ImportWishes;
  /** Columns that an option names: nothing else is inferred for them. */
  readonly asked: ReadonlySet<string>;
  readonly roles: Map<string, Role>;
  readonly notes: string[];
  /** Doubts that only the user can settle. */
  readonly doubts: string[];
  readonly answers: Answers;
  readonly name: (column: string) => string;
};

export const give = ({ roles }: Inference, column: Column, role: Role): void => {
  roles.set(column.name, role);
};

/** Columns that have no role yet. */
export const free = ({ columns, roles, asked }: Inference): readonly Column[] =>
  columns.filter(({ name }) => !roles.has(name) && !asked.has(name));

export function columnOf({ columns }: Inference, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (found) return found;
  throw new StartFailure(
    `The file has no column "${name}". It has: ${columns.map((column) => column.name).join(", ")}.`,
  );
}
