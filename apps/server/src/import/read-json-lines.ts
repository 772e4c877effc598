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
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { row: value as Row }; // what JSON makes of an object
  } catch {
    // Said below, with the line itself: the parser's words count characters nobody can see.
    return { fault: `no valid JSON: ${excerpt(text)}` };
  }
  return { fault: `no JSON object: ${excerpt(text)}` };
}

const excerpt = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} ...` : text);

/** Lines end at a line feed and nowhere else: other separators may stand inside of JSON texts. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    // Only the new piece is looked through: a line that runs over many of them costs its length once.
    const [first = "", ...lines] = piece.split("\n");
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") yield rest;
}
