import { parseWithNames } from "@postil/domain/text/json-names";
import { linesOf } from "./lines.ts";
import type { Reading, ReadRow, Row } from "./row.ts";

/** JSON Lines: an object on each line; empty lines count as lines and hold nothing. */
export async function* readJsonLines(text: AsyncIterable<string>, reading: Reading): AsyncGenerator<ReadRow> {
  let line = 0;
  for await (const one of linesOf(text)) {
    line++;
    if (one.trim() !== "") yield { line, ...parse(one), ...(reading === "exact" ? { text: one } : {}) };
  }
}

/** Longest excerpt of a bad line in a message. */
const SHOWN = 60;

function parse(text: string): { readonly row: Row } | { readonly fault: string } {
  try {
    const value: unknown = parseWithNames(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { row: value as Row }; // what JSON makes of an object
  } catch {
    // Said below, with the line itself: the parser's words count characters nobody can see.
    return { fault: `no valid JSON: ${excerpt(text)}` };
  }
  return { fault: `no JSON object: ${excerpt(text)}` };
}

const excerpt = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} ...` : text);
