import { timeToWire } from "@postil/contract/wire/time";
import type { ExportedResponse, ExportedRow, ExportedSuggestion } from "../storage/exported-rows.ts";
import { type ExportParts, linesWriter, onOneLine, type Writer } from "./writer.ts";

/** A record a line. What is stored as JSON goes out as it is: nothing is read, and numbers keep their form. */
export const jsonLines = (parts: ExportParts): Writer => linesWriter((row) => lineOf(row, parts));

const json = (text: string | null): string => (text === null ? "null" : JSON.stringify(text));

function lineOf({ record, suggestions, responses, vectors }: ExportedRow, parts: ExportParts): string {
  let line = `"id":"${record.id}","external_id":${json(record.external_id)},"fields":${onOneLine(record.fields)}`;
  if (parts.metadata) line += `,"metadata":${record.metadata === null ? "null" : onOneLine(record.metadata)}`;
  if (suggestions) line += `,"suggestions":[${suggestions.map(suggestionOf).join()}]`;
  if (responses) line += `,"responses":${responsesOf(responses)}`;
  if (vectors) line += `,"vectors":${JSON.stringify(vectors)}`;
  return `${line},"inserted_at":"${timeToWire(record.inserted_at)}","updated_at":"${timeToWire(record.updated_at)}"`;
}

const suggestionOf = ({ question, value, type, agent, score }: ExportedSuggestion): string =>
  `{"question":"${question}","value":${value},"type":${json(type)},"agent":${json(agent)},"score":${score}}`;

/** Also what stands in one cell of a table. */
export const responsesOf = (responses: readonly ExportedResponse[]): string => `[${responses.map(responseOf).join()}]`;

const responseOf = ({ user, status, values, insertedAt, updatedAt }: ExportedResponse): string =>
  `{"user":${json(user)},"status":"${status}","values":${values},"inserted_at":"${timeToWire(insertedAt)}","updated_at":"${timeToWire(updatedAt)}"}`;
