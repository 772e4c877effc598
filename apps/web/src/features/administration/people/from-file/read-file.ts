import { MOST_INVITED, type PeopleFile, readPeopleTable, tableForm } from "@postil/domain/accounts/people-file";
import { CsvError, parse } from "csv-parse/browser/esm/sync";

/** Much more than a thousand people take; a larger file is something else. */
const MOST_BYTES = 2 * 1024 * 1024;

export type FileFault = "unreadable" | "large" | "encoding" | "quote" | "empty" | "many";
export type ReadFile = { readonly file: PeopleFile } | { readonly fault: FileFault; readonly count?: number };

/** Reads a table of people, with commas, semicolons or tabs between the cells (ROL-15). */
export async function readPeopleFile(content: Blob): Promise<ReadFile> {
  if (content.size > MOST_BYTES) return { fault: "large" };
  const bytes = await bytesOf(content);
  if (bytes === null) return { fault: "unreadable" };
  const text = decode(bytes);
  if (text === null) return { fault: "encoding" };
  const table = tableOf(text);
  if (table === null) return { fault: "quote" };
  const file = readPeopleTable(table);
  const count = file.people.length;
  if (count === 0) return { fault: "empty" };
  return count > MOST_INVITED ? { fault: "many", count } : { file };
}

/** null: it is a folder, or was moved or removed since it was chosen */
async function bytesOf(content: Blob): Promise<ArrayBuffer | null> {
  try {
    return await content.arrayBuffer();
  } catch {
    return null;
  }
}

function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Another encoding would change names without a word.
    return null;
  }
}

function tableOf(text: string): string[][] | null {
  try {
    return parse(text, tableForm(text));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}
