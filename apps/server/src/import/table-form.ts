import { parse } from "csv-parse/sync";
import { StartFailure } from "../start-failure.ts";
import { numberOf } from "./cell-values.ts";
import { LABEL_NAMES, TEXT_NAMES } from "./classify.ts";
import { isMeasure, mayBeId } from "./columns.ts";
import { counted, excerpt, linesOf, linesTogether } from "./row.ts";
import { createScan, judgeQuotes, type OddQuote, type Scan } from "./scan-quotes.ts";
import type { FileWishes } from "./wishes.ts";

/** A file may have both: programs add lines of their own to those of others. */
export const LINE_ENDS: readonly string[] = ["\r\n", "\n"];

/** How the text of a table is read. */
export type TableForm = {
  readonly separator: string;
  /** Empty means that quotes are ordinary characters. */
  readonly quote: string;
  /** The number of lines before the table: Excel's `sep=;`. */
  readonly skipped: number;
  /** True if the first row names the columns. */
  readonly header: boolean;
  readonly names: readonly string[];
  /** Notes for the user, line by line. */
  readonly words: readonly string[];
};

type Open = () => AsyncGenerator<string>;

/** Options come first; the lines of the file decide the rest. */
export async function understandTable(
  open: Open,
  wishes: FileWishes,
  ending: string,
  mostColumns = Number.POSITIVE_INFINITY,
): Promise<TableForm> {
  const sample = await firstLines(open());
  if (/^\s*(?:\{\s*"|\[\s*\{\s*")/.test(sample.lines[0] ?? ""))
    throw new StartFailure("The file is no table but JSON: it needs a name that ends in .jsonl or .json.");
  if (/^\s*<(?:!doctype|html)\b/i.test(sample.lines[0] ?? ""))
    throw new StartFailure("The file is no table but a page of the web: save the table itself, and import that.");
  const said = /^sep=(.)\r?$/i.exec(sample.lines[0] ?? "")?.[1] ?? null;
  const skipped = said === null ? 0 : 1;
  const lines = sample.lines.slice(skipped);
  const separator = wishes.separator ?? said ?? separatorOf(lines, ending);
  const quoting = wishes.quote === null ? await quotesOf(open, separator, skipped) : null;
  const quote = wishes.quote ?? quoting?.quote ?? QUOTE;
  const sampled = sampleRows(lines, separator, quote, sample.isWhole);
  refuseTooMany(sampled[0]?.length ?? 0, mostColumns);
  const { header, names, says, words } = headerOf(sampled, wishes);
  return {
    separator,
    quote,
    skipped,
    header,
    names,
    words: [
      `  read as a table: separated by ${wordOf(separator)}${said === null ? "" : ", as its first line says"}; ${says}; ${quote === "" ? "quotes are characters like others" : "quotes hold cells together"}`,
      ...(quoting?.words ?? []),
      ...words,
    ],
  };
}

function refuseTooMany(columns: number, most: number): void {
  if (columns > most)
    throw new StartFailure(
      `The first line has ${columns.toLocaleString("en")} columns; a file has at most ${most.toLocaleString("en")}.`,
    );
}

const QUOTE = '"';

/** The names of the columns: from an option, from the first row, or made here from their `place`. `says` and `words` describe them. */
export function headerOf(rows: readonly Cells[], wishes: FileWishes, place = (at: number) => String(at + 1)) {
  const header = headerIn(rows, wishes);
  const [first = []] = rows;
  const names =
    wishes.names === null ? (header ? namesOfHeader(first, place) : chosenNames(first, place)) : wishes.names;
  if (names.length !== first.length && wishes.names !== null)
    throw new StartFailure(`--names names ${counted(names.length, "column")}; the first line has ${first.length}.`);
  return { header, names, says: headerWords(header, wishes), words: namesWords(header ? first : [], names, place) };
}

const headerWords = (header: boolean, { names }: FileWishes): string =>
  `its first line ${header ? "names the columns" : "is a record"}${names === null ? "" : ", named by --names"}`;

type PlaceOf = (at: number) => string;

function namesWords(header: readonly string[], names: readonly string[], place: PlaceOf): string[] {
  return header.flatMap((name, at) =>
    name.trim() === "" ? [`  column ${place(at)} has no name in the first line: it is called "${names[at]}"`] : [],
  );
}

/** This sample is enough to judge the file, and it keeps the reading time limited. */
const SAMPLE = { lines: 1000, characters: 512 * 1024 };

async function firstLines(text: AsyncGenerator<string>): Promise<{ lines: string[]; isWhole: boolean }> {
  let characters = 0;
  const lines: string[] = [];
  for await (const line of linesOf(text)) {
    characters += line.length;
    if (lines.length === SAMPLE.lines || (characters > SAMPLE.characters && lines.length > 1))
      return { lines, isWhole: false };
    lines.push(line);
  }
  return { lines, isWhole: true };
}

const SEPARATORS = ["\t", ",", ";", "|"];
const OTHERWISE: ReadonlyMap<string, string> = new Map([["tsv", "\t"]]);
const WORDS: ReadonlyMap<string, string> = new Map([
  ["\t", "tabs"],
  [",", "commas"],
  [";", "semicolons"],
  ["|", "bars (|)"],
  [" ", "blanks"],
]);
const wordOf = (separator: string) => WORDS.get(separator) ?? excerpt(separator);

/**
 * The separator that gives most lines the same column count as the first line. Among equals, the one of the file extension
 * wins, then the tab, because texts rarely contain tabs.
 */
function separatorOf(lines: readonly string[], ending: string): string {
  const usual = OTHERWISE.get(ending) ?? ",";
  const judged = [...new Set(ending === "tsv" ? ["\t", ...SEPARATORS] : SEPARATORS)].flatMap((separator) => {
    const fit = fitOf(lines, separator);
    return fit === null ? [] : [{ separator, fit }];
  });
  return judged.toSorted((a, b) => b.fit - a.fit)[0]?.separator ?? usual;
}

/**
 * The share of rows with the same column count as the first, for the better way of reading; null if the first has only one
 * cell.
 */
function fitOf(lines: readonly string[], separator: string): number | null {
  const scan = createScan(separator);
  for (const line of lines) scan.line(line);
  const { columns, rows, lines: all, unlikeAsQuotes, unlikeAsCharacters } = scan.end();
  const asQuotes = columns.asQuotes > 1 ? 1 - unlikeAsQuotes / Math.max(rows, 1) : 0;
  const asCharacters = columns.asCharacters > 1 ? 1 - unlikeAsCharacters / Math.max(all, 1) : 0;
  return columns.asQuotes > 1 || columns.asCharacters > 1 ? Math.max(asQuotes, asCharacters) : null;
}

/** Reads all lines, because a single quote anywhere may enclose everything after it. */
async function quotesOf(open: Open, separator: string, skipped: number) {
  const reading = createScan(separator, 1 + skipped);
  let line = 0;
  for await (const lines of linesTogether(open())) {
    for (const text of lines) if (line++ >= skipped) reading.line(text);
  }
  const scan = reading.end();
  const judged = judgeQuotes(scan);
  if (judged === "unclear") throw unclear(scan);
  return { quote: judged === "quotes" ? QUOTE : "", words: quoteWords(scan, judged === "quotes") };
}

function quoteWords({ joining, broken, longCells }: Scan, areQuotes: boolean): string[] {
  const odd = [...joining, ...broken].toSorted((a, b) => a.from - b.from);
  const [first] = areQuotes ? joining : odd;
  if (first && !areQuotes)
    return [
      `  quotes are characters like others, for ${oddWords(first)}; --quote '"' reads them as holding cells together`,
    ];
  if (longCells === 0) return [];
  const count = `  ${counted(longCells, "cell runs", "cells run")} over several lines`;
  if (!first) return [count];
  return [
    `${count}; lines ${first.from} to ${first.to} would be rows by themselves: --quote none reads quotes as characters`,
  ];
}

const oddWords = ({ from, to, never }: OddQuote): string =>
  never
    ? `the one on line ${from} is never closed`
    : from === to
      ? `the one on line ${from} ends in the middle of a cell`
      : `the one on line ${from} would reach to line ${to}`;

function unclear({ broken }: Scan): StartFailure {
  const [odd] = broken.filter(({ from, to, never }) => never === true || to > from);
  const { from = 0, to = 0, never = false } = odd ?? {};
  const what = never
    ? `the row that begins on line ${from} has a quote that is never closed`
    : `the quote that begins on line ${from} reaches to line ${to}, and ends there in the middle of a cell`;
  return new StartFailure(
    `The file is no valid CSV: ${what}. Mend it, or say --quote none, which reads quotes as characters like others.`,
  );
}

type Cells = readonly string[];

function sampleRows(lines: readonly string[], separator: string, quote: string, isWhole: boolean): Cells[] {
  const rows: Cells[] = parse(lines.join("\n"), {
    record_delimiter: [...LINE_ENDS],
    delimiter: separator,
    quote: quote === "" ? null : quote,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  return isWhole || rows.length < 2 ? rows : rows.slice(0, -1);
}

/** Never takes the first record as column names silently. */
function headerIn(rows: readonly Cells[], { header, names }: FileWishes): boolean {
  if (header !== null) return header;
  if (names !== null) return false;
  const why = whyNoHeader(rows);
  if (why === null) return true;
  throw new StartFailure(
    `The first line may be a record and no names of columns: ${why}. Say --header if it names the columns, --names a,b,... to name them, or --no-header for names like column_1.`,
  );
}

/** The reason why the first line looks like a record, worded to continue a sentence; null if it looks like names. */
function whyNoHeader(rows: readonly Cells[]): string | null {
  const [first = [], ...others] = rows;
  if (others.length === 0 || first.some(isUsual)) return null;
  for (const [at, given] of first.entries()) {
    const cell = given.trim();
    const below = others.map((row) => row[at]?.trim() ?? "").filter((one) => one !== "");
    if (cell === "" || below.length === 0) continue;
    if (below.includes(cell)) return `${excerpt(cell)} stands in its column below, too`;
    if (isWritten(cell)) return `${excerpt(cell)} reads like a text`;
    if (isCounted(first)) continue;
    const measures = below.filter(isMeasured).length;
    if (isMeasured(cell) && measures === below.length) return `${excerpt(cell)} is of the kind of what stands below it`;
  }
  return null;
}

const isUsual = (name: string): boolean => {
  const known = name.trim().toLowerCase();
  return LABEL_NAMES.includes(known) || TEXT_NAMES.has(known) || mayBeId(known);
};
const isWritten = (cell: string) => cell.split(/\s+/).length > 12 || /^\S+(?:\s+\S+){2,}[.!]$/.test(cell);
const isMeasured = (cell: string) => numberOf(cell) !== null || isMeasure(cell);
/** True if the columns are numbered from 0, as pandas does for columns without names. */
const isCounted = (first: Cells) =>
  first.filter((cell) => cell !== "").every((cell, at) => cell === String(at)) && first.length > 1;

/** The names in the header; a column without a name gets one. */
function namesOfHeader(first: Cells, place: PlaceOf): string[] {
  const taken = new Set(first.map((name) => name.trim()));
  const names = first.map((given, at) => {
    const name = given.trim();
    if (name !== "") return name;
    // An unnamed first column is the index that pandas writes.
    return at === 0 && !taken.has("index") ? "index" : freeName(taken, `column_${place(at)}`);
  });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return names;
  throw new StartFailure(
    `Two columns of the file have the name "${twice}". Say --header --names a,b,... to name all of them.`,
  );
}

function freeName(taken: ReadonlySet<string>, name: string): string {
  return taken.has(name) ? freeName(taken, `${name}_`) : name;
}

const chosenNames = (first: Cells, place: PlaceOf): string[] => first.map((_, at) => `column_${place(at)}`);
