import type { RunningServer } from "../../e2e/support/server.ts";
import type { Connection } from "./connection.ts";
import type { Row } from "./rows.ts";
import type { TaskCall } from "./task-data.ts";
import type { TaskFloors } from "./task-floors.ts";

/** A server with a task dataset. The files of this bench use it one after the other. */
export type TaskStage = {
  readonly size: number;
  readonly rows: readonly Row[];
  readonly server: RunningServer;
  readonly connection: Connection;
  readonly call: TaskCall;
  readonly floors: TaskFloors;
};

/** Absolute bounds apply at this number of records. */
export const BOUNDED = 100_000;

export const label = ({ size }: Pick<TaskStage, "size">, what: string) =>
  `${size.toLocaleString("en")} records: ${what}`;
