import { parseWithNames } from "@postil/domain/text/json-names";
import { mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { StartFailure } from "../../start-failure.ts";
import type { BrokenLines } from "../decode.ts";
import { linesOf } from "../lines.ts";
import { once, type Reading, type ReadRow, type Row } from "../row.ts";
import { NOT_IN_ENCODING } from "../table/read-csv.ts";
import { splitJson } from "./split-json.ts";

/** Reads JSON Lines: one object on each line. Empty lines are counted but hold nothing. A list of objects is accepted too. */
export async function* readJson(
  text: AsyncGenerator<string>,
  reading: Reading,
  broken: BrokenLines,
): AsyncGenerator<ReadRow> {
  let start = "";
  while (start.trim() === "" || !start.includes("\n")) {
    const piece = await text.next();
    if (piece.done) break;
    start += piece.value;
  }
  const whole = rejoin(start, text);
  const areLines = !isSpread(start);
  const parts = areLines ? partsOfLines(whole) : splitJson(whole);
  for await (const part of areLines || start.trimStart().startsWith("[") ? parts : refuseOneObject(parts)) {
    if (broken.has(part.line)) yield { line: part.line, fault: NOT_IN_ENCODING };
    else yield { line: part.line, ...parse(part.text, reading) };
  }
}

async function* rejoin(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

type Part = { readonly line: number; readonly text: string };

async function* partsOfLines(text: AsyncIterable<string>): AsyncGenerator<Part> {
  let line = 0;
  for await (const one of linesOf(text)) {
    line++;
    if (one.trim() !== "") yield { line, text: one };
  }
}

/** True if the file is a list, or if its objects run over several lines. */
function isSpread(start: string): boolean {
  const [first = ""] = start.trimStart().split("\n", 1);
  return /^\[\s*(?:[{]|$)/.test(first) || /^\{\s*$/.test(first) || (/^\{\s*"/.test(first) && /[,[{:]\s*$/.test(first));
}

/** A single object around everything is not a record, and the import cannot know which of its lists holds the records. */
async function* refuseOneObject(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  let first: Part | null = null;
  let count = 0;
  for await (const part of parts) {
    if (first) yield first;
    first = count++ === 0 ? part : null;
    if (!first) yield part;
  }
  if (!first) return;
  const lists = listsIn(first.text);
  if (lists.length > 0)
    throw new StartFailure(
      `The file is one object, and what it holds stands in ${lists.map((name) => `"${name}"`).join(", ")}. Save that list as a file of its own: a list of objects, or an object on each line.`,
    );
  yield first;
}

function listsIn(text: string): string[] {
  const { row = {} } = parse(text, "guessed") as { readonly row?: Row };
  return Object.entries(row).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "object" && one !== null)
      ? [name]
      : [],
  );
}

/** The maximum length of a bad line in a message. */
const SHOWN = 60;

type Parsed = Omit<Extract<ReadRow, { row: Row }>, "line"> | { readonly fault: string };

function parse(text: string, reading: Reading): Parsed {
  try {
    const value: unknown = parseWithNames(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const row = value as Row; // a JSON object
      if (LARGE.test(text) && hasEndless(value)) return { fault: `holds a number that is too large: ${excerpt(text)}` };
      if (reading === "exact") return { row, text };
      return mayLoseForm(text) ? { row, exact: once(() => parseKeepingForm(text) as Row) } : { row };
    }
  } catch {
    // Reported below with the line itself, because the position in the parser's message does not help the user.
    return { fault: `no valid JSON: ${excerpt(text)}` };
  }
  return { fault: `no JSON object: ${excerpt(text)}` };
}

/** An exponent or a run of digits that may be too large for a JavaScript number. */
const LARGE = /[eE]\+?\d{3}|\d{300}/;

const hasEndless = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(hasEndless)
    : typeof value === "number" && !Number.isFinite(value);

const excerpt = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} ...` : text);
