import type { ReadRow, Row } from "./read-rows.ts";

/** JSON Lines: an object on each line; empty lines count as lines and hold nothing. */
export async function* readJsonLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  let line = 0;
  for await (const text of linesOf(bytes)) {
    line++;
    if (text.trim() !== "") yield { line, ...parse(text) };
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
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + utf8.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  const last = rest + utf8.decode();
  if (last !== "") yield last;
}
