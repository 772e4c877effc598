import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { tableWriter } from "../table.ts";
import { type ExportFormat, type ExportParts, linesWriter, type Writer } from "../writer.ts";
import { taskColumns } from "./task-columns.ts";
import type { TaskDefinition } from "./task-definition.ts";

/** Creates the writer for a file of task records. */
export function taskWriter(format: ExportFormat, parts: ExportParts, definition: TaskDefinition): Writer<TaskDocument> {
  const columns = taskColumns(parts, definition);
  if (format === "csv")
    return tableWriter(
      columns.flatMap(({ cells }) => cells),
      (document) => document,
    );
  const members = columns.map(({ name, value }) => ({ head: `${JSON.stringify(name)}:`, value }));
  return linesWriter((document) =>
    members.map(({ head, value }) => head + JSON.stringify(value(document) ?? null)).join(),
  );
}
