import { isPlainAnswer } from "@postil/domain/answers/question-types";
import { parseWithNames } from "@postil/domain/text/json-names";
import { mayLoseForm } from "@postil/domain/text/json-numbers";
import { readsAsJson, textOfCell } from "@postil/domain/text/spreadsheet-cell";
import { numberOf } from "../columns.ts";
import type { Row } from "../row.ts";
import { BadValue } from "../to-record.ts";
import type { Definition } from "./definition.ts";

/** Cells as the file has them; null means that the cell is empty, without even an empty text. */
export type CsvRow = { readonly [column: string]: string | null };

/** Builds the record from the cells of a row, in the form of a JSON line. */
export function rowFromCells(definition: Definition, cells: CsvRow): { row: Row; metadataText: string | null } {
  const cell = (column: string): string | null => {
    const found = cells[column] ?? null;
    return found === null ? null : textOfCell(found);
  };
  if (cell("id") === null && definition.fields.every(({ name }) => cell(`fields.${name}`) === null))
    return { row: {}, metadataText: null };
  const metadataText = metadataOf(definition, cell);
  const row = {
    external_id: cell("external_id"),
    fields: Object.fromEntries(definition.fields.map(({ name }) => [name, cell(`fields.${name}`)])),
    metadata: metadataText === null ? null : parseWithNames(metadataText),
    suggestions: definition.questions.flatMap((question) => suggestionOf(question, cell)),
    responses: jsonIn("responses", cell("responses")),
    vectors: Object.fromEntries(
      definition.vectors.flatMap(({ name }) => {
        const vector = jsonIn(`vectors.${name}`, cell(`vectors.${name}`));
        return vector === null ? [] : [[name, vector]];
      }),
    ),
  };
  return { row, metadataText: metadataText !== null && mayLoseForm(metadataText) ? metadataText : null };
}

type Read = (column: string) => string | null;

export function jsonIn(column: string, text: string | null): unknown {
  if (text === null) return null;
  try {
    return parseWithNames(text);
  } catch {
    throw new BadValue(column, text, "is no JSON");
  }
}

/** All metadata as JSON text, with numbers as they are written; null if there is none. */
function metadataOf({ metadata }: Definition, cell: Read): string | null {
  const rest = cell("metadata");
  const members = metadata.flatMap(({ name, settings }) => {
    const column = `metadata.${name}`;
    const text = cell(column);
    if (text === null) return [];
    if (settings.type === "terms" && !readsAsJson(text)) return [`${JSON.stringify(name)}:${JSON.stringify(text)}`];
    if (settings.type !== "terms" && numberOf(text) === null) throw new BadValue(column, text, "is no number");
    jsonIn(column, text);
    return [`${JSON.stringify(name)}:${text}`];
  });
  if (rest === null && members.length === 0) return null;
  jsonIn("metadata", rest);
  const others = (rest ?? "{}").trim().slice(1, -1).trim();
  return `{${[...members, ...(others === "" ? [] : [others])].join()}}`;
}

function suggestionOf({ name, settings }: Definition["questions"][number], cell: Read): Row[] {
  const column = `suggestions.${name}`;
  const text = cell(column);
  if (text === null) return [];
  return [
    {
      question: name,
      value: isPlainAnswer(settings.type) ? text : jsonIn(column, text),
      type: cell(`${column}.type`),
      agent: cell(`${column}.agent`),
      score: jsonIn(`${column}.score`, cell(`${column}.score`)),
    },
  ];
}
