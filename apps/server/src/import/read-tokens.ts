import { isTag } from "@postil/domain/tasks/token-borders";
import { StartFailure } from "../start-failure.ts";
import { type BrokenLines, NOT_IN_ENCODING } from "./decode.ts";
import { counted, excerpt, linesOf, type ReadRow } from "./row.ts";
import type { FileWishes } from "./wishes.ts";

/**
 * Text in columns, the usual format for entity datasets: a token and its tags on each line, and an empty line between
 * sentences.
 */

/** The columns of such a file, counted from 0. */
export type TokenForm = {
  readonly byTabs: boolean;
  readonly columns: number;
  readonly token: number;
  /** Null means that no column holds tags. */
  readonly tag: number | null;
  /** The column with the number of each token in its sentence; null if there is none. */
  readonly count: number | null;
  /** The line of the header; null means that there is none. */
  readonly header: number | null;
  readonly comments: number;
  /** Marks between documents. */
  readonly documents: number;
  /** The number of lines for words that cover several tokens, or for tokens that are not written. */
  readonly spans: number;
  readonly words: readonly string[];
  /** What the columns are called: by the first line, or by their numbers. */
  readonly names: readonly string[];
};

/** A separator between documents in files of the CoNLL tasks. */
const DOCUMENT_MARK = "-DOCSTART-";

type Lines = { readonly columns: number; readonly byTabs: boolean };

/** The content of a line; "end" means an empty line or a document mark. */
type TokenLine =
  | { readonly kind: "end"; readonly marks: number }
  | { readonly kind: "comment" }
  | { readonly kind: "cells"; readonly cells: readonly string[] };

function tokenLine(text: string, { byTabs, columns }: Lines): TokenLine {
  const line = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (isBlank(line)) return { kind: "end", marks: 0 };
  const cells = cellsOf(line, byTabs);
  if (cells[0] === DOCUMENT_MARK) return { kind: "end", marks: 1 };
  // A `#` that is a token has the same column count as other tokens.
  if (line.startsWith("#") && (cells.length !== columns || /^#\s*[\w.:-]+\s+=\s/.test(line)))
    return { kind: "comment" };
  return { kind: "cells", cells };
}

/** Other white space, such as a blank that keeps words together, is of the token. */
const cellsOf = (line: string, byTabs: boolean): string[] =>
  byTabs ? line.split("\t") : line.replaceAll(/^[ \t]+|[ \t]+$/g, "").split(/[ \t]+/);
const isBlank = (line: string): boolean => /^[ \t\r]*$/.test(line);

/** The content of a column, over all lines. */
class Seen {
  tags = 0;
  /** Tags that begin an entity. */
  begun = 0;
  /** Those of `begun` that mark phrases, not entities. */
  phrases = 0;
  /** True if the column counts the tokens, in each sentence or in the file. `last` is the last number seen. */
  counts = true;
  last = Number.NaN;
}

const PHRASE = /^[BIES]-(?:NP|VP|PP|ADVP|ADJP|SBAR|PRT|CONJP|INTJ|LST|UCP|PC|NC|PX)$/;
/** A range of words, or a word that is not written. */
const SPAN = /^\d+[-.]\d+$/;
const HEADER = /^(?:token|tokens|word|words|form|text|id|tag|tags|label|labels|pos|upos|lemma|ner.*|ne-.*|bio|iob)$/i;

type Open = () => AsyncGenerator<string>;

export async function understandTokens(open: Open, wishes: FileWishes): Promise<TokenForm> {
  const lines = await columnsOf(open());
  const { seen, first, ...left } = await look(open(), lines);
  const found = (wish: string, what: string) => chosen(wish, what, first, lines.columns);
  // If all other columns hold tags, the numbers are the tokens.
  const hasWords = seen.some(({ counts, tags }) => !counts && tags < left.tokens);
  const count = hasWords ? seen.findIndex((column) => column.counts) : -1;
  const token = wishes.tokenColumn === null ? (count === 0 ? 1 : 0) : found(wishes.tokenColumn, "--token-column");
  const tagged = seen.map((column, at) => ({ ...column, at })).filter(({ at, tags }) => at !== token && tags > 0);
  const tag = wishes.tagColumn === null ? tagColumnOf(tagged) : found(wishes.tagColumn, "--tag-column");
  const header = first !== null && isHeader(first, tag) ? left.firstLine : null;
  const form = { ...lines, ...left, token, tag, count: count < 0 ? null : count, header };
  const named = header === null ? null : first;
  const names = seen.map((_, at) => named?.[at] ?? String(at + 1));
  return { ...form, names, words: wordsOf(form, named, tagged) };
}

/** The beginning of a file by which it is recognized, characters. */
const BEGINNING = 2 ** 16;

/**
 * True if the text of a table is tokens in columns, as GermEval and HIPE write it: sentences with empty lines between them, in
 * which one column has a tag for each token.
 */
export async function isTokenColumns(text: AsyncGenerator<string>): Promise<boolean> {
  let start = "";
  for await (const piece of text) {
    start += piece;
    if (start.length > BEGINNING) break;
  }
  const lines = start.slice(0, BEGINNING).split("\n");
  const again = async function* () {
    yield `${lines.slice(0, lines.length > 1 && start.length > BEGINNING ? -1 : undefined).join("\n")}\n`;
  };
  const between = lines.findIndex((line, at) => isBlank(line) && at > 0 && !isBlank(lines[at - 1] ?? ""));
  if (between < 0 || lines.slice(between).every(isBlank)) return false;
  const form = await columnsOf(again());
  const { seen, tokens } = await look(again(), form);
  return form.columns > 1 && tokens > 2 && seen.some(({ tags, begun }) => begun > 0 && tags > tokens * 0.9);
}

/** Splits by tabs if most lines have tabs. The column count is that of most lines. */
async function columnsOf(text: AsyncGenerator<string>): Promise<Lines> {
  const counts = { tabs: new Map<number, number>(), blanks: new Map<number, number>() };
  const add = (map: Map<number, number>, count: number) => map.set(count, (map.get(count) ?? 0) + 1);
  for await (const line of linesOf(text)) {
    if (isBlank(line) || line.startsWith(DOCUMENT_MARK) || /^#\s/.test(line)) continue;
    if (line.includes("\t")) add(counts.tabs, cellsOf(line.replace(/\r$/, ""), true).length);
    add(counts.blanks, cellsOf(line, false).length);
  }
  const all = (map: Map<number, number>) => [...map.values()].reduce((sum, one) => sum + one, 0);
  const byTabs = all(counts.tabs) * 2 > all(counts.blanks);
  const [[columns] = [1]] = [...(byTabs ? counts.tabs : counts.blanks)].toSorted((a, b) => b[1] - a[1]);
  return { byTabs, columns };
}

async function look(text: AsyncGenerator<string>, lines: Lines) {
  const seen = Array.from({ length: lines.columns }, () => new Seen());
  let [at, comments, documents, spans, position, firstLine, tokens] = [0, 0, 0, 0, 0, 0, 0];
  let first: readonly string[] | null = null;
  for await (const line of linesOf(text)) {
    at++;
    const read = tokenLine(line, lines);
    if (read.kind === "comment") comments++;
    if (read.kind === "end") [position, documents] = [0, documents + read.marks];
    if (read.kind !== "cells") continue;
    if (SPAN.test(read.cells[0] ?? "") && seen[0]?.counts) {
      spans++;
      continue;
    }
    const isFirst: boolean = first === null;
    if (isFirst) [first, firstLine] = [read.cells, at];
    // The first line may be a header, which is not counted.
    if (isFirst && !read.cells.some((cell) => /^\d+$/.test(cell)) && read.cells.some((cell) => HEADER.test(cell)))
      continue;
    for (const [index, column] of seen.entries()) lookAt(column, read.cells[index] ?? "", position);
    position++;
    tokens++;
  }
  return { seen, first, firstLine, comments, documents, spans, tokens };
}

function lookAt(column: Seen, cell: string, position: number): void {
  if (isTag(cell)) column.tags++;
  if (/^[BIESLU]-./.test(cell)) column.begun++;
  if (PHRASE.test(cell)) column.phrases++;
  const number = /^\d+$/.test(cell) ? Number(cell) : Number.NaN;
  const goesOn = number === column.last + 1;
  if (!goesOn && !(position === 0 && (number === 0 || number === 1))) column.counts = false;
  column.last = number;
}

type Tagged = Seen & { readonly at: number };

/** The first column whose tags begin entities. Tags of grammatical phrases do not count. */
function tagColumnOf(tagged: readonly Tagged[]): number | null {
  const best = tagged.find(({ begun, phrases }) => begun > phrases) ?? tagged.find(({ begun }) => begun > 0);
  return (best ?? tagged.findLast(({ tags }) => tags > 0))?.at ?? null;
}

const isHeader = (first: readonly string[], tag: number | null): boolean =>
  !first.some((cell) => /^\d+$/.test(cell)) &&
  first.some((cell) => HEADER.test(cell)) &&
  (tag === null || !isTag(first[tag] ?? ""));

function chosen(wish: string, option: string, header: readonly string[] | null, columns: number): number {
  const named = header?.indexOf(wish) ?? -1;
  if (named >= 0) return named;
  const number = /^\d+$/.test(wish) ? Number(wish) : 0;
  if (number >= 1 && number <= columns) return number - 1;
  const names = header === null ? "" : `, or one of ${header.join(", ")} where the first line names them`;
  throw new StartFailure(`${option} ${wish}: the file has the columns 1 to ${columns}${names}.`);
}

function wordsOf(
  { token, tag, count, comments, documents, spans, byTabs, columns }: Omit<TokenForm, "words" | "names">,
  header: readonly string[] | null,
  tagged: readonly Tagged[],
): string[] {
  const name = (at: number) => `column ${at + 1}${header?.[at] === undefined ? "" : ` ("${header[at]}")`}`;
  const others = tagged.filter(({ at, begun }) => at !== tag && begun > 0);
  const left = [
    ...(header === null ? [] : ["1 line names the columns"]),
    ...(comments === 0 ? [] : [counted(comments, "line is a comment", "lines are comments")]),
    ...(documents === 0
      ? []
      : [`${counted(documents, "line begins a document", "lines begin documents")} (${DOCUMENT_MARK})`]),
    ...(spans === 0 ? [] : [`${counted(spans, "line spans", "lines span")} tokens of other lines`]),
  ];
  return [
    `  read as ${columns} columns, separated by ${byTabs ? "tabs" : "blanks"}: tokens in ${name(token)}, ${tag === null ? "no column holds tags (O, B-name, I-name), so records come without entities" : `tags in ${name(tag)}`}${count === null || count === token ? "" : `; ${name(count)} counts them`}`,
    ...others.map(
      ({ at, begun }) =>
        `  ${name(at)} holds tags too (${begun.toLocaleString("en")} of entities), which are left out: --tag-column ${at + 1} takes them`,
    ),
    ...(left.length === 0 ? [] : [`  left out: ${left.join(", ")}`]),
  ];
}

/**
 * Reads each sentence as a row with its `tokens` and `tags`. A sentence with a bad tag is reported with the line of that tag.
 */
export async function* readTokenColumns(
  text: AsyncIterable<string>,
  form: TokenForm,
  broken: BrokenLines,
): AsyncGenerator<ReadRow> {
  let sentence = emptyAt(1);
  let line = 0;
  const rowOf = ({ line: from, tokens, tags, bad }: Sentence): ReadRow =>
    bad ?? { line: from, row: form.tag === null ? { tokens } : { tokens, tags } };
  for await (const one of linesOf(text)) {
    line++;
    const read = tokenLine(one, form);
    if (read.kind === "comment" || line === form.header) {
      if (sentence.tokens.length === 0) sentence = emptyAt(line + 1);
      continue;
    }
    if (read.kind === "end") {
      if (sentence.tokens.length > 0) yield rowOf(sentence);
      sentence = emptyAt(line + 1);
      continue;
    }
    if (form.count !== 0 || !SPAN.test(read.cells[0] ?? ""))
      addTo(sentence, read.cells, form, { line, isBroken: broken.has(line) });
  }
  if (sentence.tokens.length > 0) yield rowOf(sentence);
}

function addTo(
  sentence: Sentence,
  cells: readonly string[],
  form: TokenForm,
  { line, isBroken }: { readonly line: number; readonly isBroken: boolean },
): void {
  const token = cells[form.token] ?? "";
  const tag = form.tag === null ? "O" : tagIn(cells, form, form.tag);
  sentence.tokens.push(token);
  sentence.tags.push(tag ?? "");
  if (isBroken) sentence.bad ??= { line, fault: NOT_IN_ENCODING };
  else if (cells.length > form.columns) sentence.bad ??= { line, fault: tooMany(cells.length, form.columns) };
  else if (tag === undefined || !isTag(tag)) sentence.bad ??= { line, fault: faultOf(token, tag) };
}

/** If the tag is in the last column, it is also the last cell of a line with another column count. */
function tagIn(cells: readonly string[], { columns, token }: TokenForm, tag: number): string | undefined {
  if (cells.length === columns || tag < columns - 1) return cells[tag];
  return cells.length - 1 > token ? cells.at(-1) : undefined;
}

type Sentence = {
  readonly line: number;
  readonly tokens: string[];
  readonly tags: string[];
  /** The first line of the sentence that cannot be read. */
  bad?: { readonly line: number; readonly fault: string };
};
const emptyAt = (line: number): Sentence => ({ line, tokens: [], tags: [] });

const tooMany = (cells: number, columns: number) => `${cells} values, but most lines of the file have ${columns}`;

function faultOf(token: string, tag: string | undefined): string {
  if (tag === undefined) return `the token ${excerpt(token)} has no tag`;
  return `${excerpt(tag)} of the token ${excerpt(token)} is no tag; tags are O, B-name and I-name`;
}
