import { timeToWire } from "@postil/contract/wire/time";
import type { ExportedResponse, ExportedSuggestion } from "../storage/exported-parts.ts";
import type { ExportedRow } from "../storage/exported-rows.ts";
import type { RecordParts } from "../storage/record-parts.ts";
import type { Definition } from "./definition.ts";
import { type ExportParts, linesWriter, onOneLine, type Writer } from "./writer.ts";

/** One record per line. Stored JSON is written unchanged: it is not parsed, and numbers keep their form. */
export const jsonLines = (parts: ExportParts, { questions, vectors }: Definition): Writer =>
  linesWriter((row) => {
    const read = row.parts;
    if (!read) return wholeLine(row, parts);
    const wanted = {
      questions: parts.suggestions ? questions.map(({ name }) => name) : null,
      vectors: parts.vectors ? vectors.map(({ name }) => name) : null,
      responses: parts.responses,
    };
    return lineInPieces(row.record, parts, read, wanted);
  });

const json = (text: string | null): string => (text === null ? "null" : JSON.stringify(text));

function wholeLine({ record, suggestions, responses, vectors }: ExportedRow, parts: ExportParts): string {
  let line = beginOf(record, parts);
  if (suggestions) line += `,"suggestions":[${suggestions.map(suggestionOf).join()}]`;
  if (responses) line += `,"responses":${responsesOf(responses)}`;
  if (vectors) line += `,"vectors":${JSON.stringify(vectors)}`;
  return line + endOf(record);
}

type Wanted = {
  readonly questions: readonly string[] | null;
  readonly vectors: readonly string[] | null;
  readonly responses: boolean;
};

async function* lineInPieces(
  record: ExportedRow["record"],
  parts: ExportParts,
  read: RecordParts,
  wanted: Wanted,
): AsyncGenerator<string> {
  yield beginOf(record, parts);
  if (wanted.questions) yield* listOf('"suggestions":[', each(wanted.questions, read.suggestion, suggestionOf), "]");
  if (wanted.responses) yield* listOf('"responses":[', responsePieces(read), "]");
  if (wanted.vectors) {
    const member = (vector: readonly number[], name: string) => `${JSON.stringify(name)}:${JSON.stringify(vector)}`;
    yield* listOf('"vectors":{', each(wanted.vectors, read.vector, member), "}");
  }
  yield endOf(record);
}

async function* each<T>(
  names: readonly string[],
  read: (name: string) => Promise<T | null>,
  write: (found: T, name: string) => string,
): AsyncGenerator<string> {
  for (const name of names) {
    const found = await read(name);
    if (found !== null) yield write(found, name);
  }
}

/** A list member of a line, with a comma before each item except the first. */
async function* listOf(begin: string, items: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  let before = `,${begin}`;
  for await (const item of items) {
    yield before;
    yield item;
    before = ",";
  }
  yield before === "," ? end : before + end;
}

function beginOf(record: ExportedRow["record"], { metadata }: ExportParts): string {
  const line = `"id":"${record.id}","external_id":${json(record.external_id)},"fields":${onOneLine(record.fields)}`;
  return metadata ? `${line},"metadata":${record.metadata === null ? "null" : onOneLine(record.metadata)}` : line;
}

const endOf = (record: ExportedRow["record"]): string =>
  `,"inserted_at":"${timeToWire(record.inserted_at)}","updated_at":"${timeToWire(record.updated_at)}"`;

const suggestionOf = ({ question, value, type, agent, score }: ExportedSuggestion): string =>
  `{"question":"${question}","value":${value},"type":${json(type)},"agent":${json(agent)},"score":${score}}`;

/** The responses as a JSON list; a CSV cell has the same text. */
export const responsesOf = (responses: readonly ExportedResponse[]): string => `[${responses.map(responseOf).join()}]`;

/** The same one by one, without brackets and commas. */
export async function* responsePieces(read: RecordParts): AsyncGenerator<string> {
  for await (const response of read.responses()) yield responseOf(response);
}

const responseOf = ({ user, status, values, insertedAt, updatedAt }: ExportedResponse): string =>
  `{"user":${json(user)},"status":"${status}","values":${values},"inserted_at":"${timeToWire(insertedAt)}","updated_at":"${timeToWire(updatedAt)}"}`;
