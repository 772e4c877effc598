import { routes } from "@postil/contract/routes";
import { NewTaskDataset } from "@postil/contract/tasks/datasets";
import { ChangedTaskSettings, NewLabelingRule } from "@postil/contract/tasks/settings";
import { wireErrors } from "@postil/contract/wire/leaf";
import { parseWithNames } from "@postil/domain/text/json-text";
import { cellOfText, textOfCell } from "@postil/domain/text/spreadsheet-cell";
import { z } from "zod";
import { StartFailure } from "../../start-failure.ts";
import { excerpt, PLACE, type ReadRow, type Row, type Source } from "../row.ts";

/**
 * The description of the dataset in the first row of an exported file. It has the form of the API calls that create a dataset
 * (docs/export.md).
 */
const Definition = z.object({
  version: z.literal(1),
  name: z.string(),
  /** Older export files have no status; their datasets were all published. */
  status: z.enum(["draft", "ready"]).default("ready"),
  /** True if the names of people in the file are pseudonyms. */
  pseudonyms: z.boolean().default(false),
  guidelines: z.string().nullable(),
  allow_extra_metadata: z.boolean(),
  dataset_metadata: routes.createDataset.body.shape.metadata,
  fields: z.array(routes.createField.body),
  questions: z.array(routes.createQuestion.body),
  metadata: z.array(routes.createMetadataProperty.body),
  vectors: z.array(routes.createVectorSettings.body),
});
export type Definition = z.output<typeof Definition>;

const TaskDefinition = NewTaskDataset.pick({ name: true, task: true, tags: true, metadata: true }).extend({
  version: z.literal(1),
  settings: ChangedTaskSettings.nullable(),
  rules: z.array(NewLabelingRule),
});
export type TaskDefinition = z.output<typeof TaskDefinition>;

export const isOfTask = (definition: Definition | TaskDefinition | null): definition is TaskDefinition =>
  definition !== null && "task" in definition;

/** Reads only the first row. Returns null if the file is not an export. */
export async function readDefinition(source: Source): Promise<Definition | TaskDefinition | null> {
  for await (const read of source.rows("exact")) {
    const found = "row" in read ? definitionIn(read.row) : null;
    if (found === null) return null;
    const schema = typeof found === "object" && "task" in found ? TaskDefinition : Definition;
    const parsed = schema.safeParse(found, { reportInput: true });
    if (parsed.success) return parsed.data;
    const [first] = wireErrors(parsed.error.issues, "body");
    const what = `${first?.loc.slice(1).join(".")}: ${first?.msg}`;
    throw new StartFailure(`${source.file} is an export that cannot be read: ${PLACE}.${what}.`);
  }
  return null;
}

/**
 * The rows of an export as they are read back: every cell of a table has its guard. A file that was written without guards,
 * such as Parquet, gets them here.
 */
export async function* exportedRows(source: Source): AsyncGenerator<ReadRow> {
  let unguarded: boolean | null = null;
  for await (const read of source.rows("exact")) {
    if (unguarded === null && "row" in read) {
      const found = Object(definitionIn(read.row)) as { readonly guard?: unknown };
      unguarded = found.guard === false;
    }
    yield unguarded && "row" in read ? { ...read, row: guarded(read.row) } : read;
  }
}

const guarded = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : cellOfText(typeof value === "string" ? value : JSON.stringify(value)),
    ]),
  );

function definitionIn(row: Row): unknown {
  const found = row[PLACE];
  if (typeof found === "object") return found;
  if (typeof found !== "string" || !found.startsWith("{")) return null;
  try {
    return parseWithNames(textOfCell(found));
  } catch {
    throw new StartFailure(`The definition of the dataset in column "${PLACE}" was changed: ${excerpt(found)}`);
  }
}
