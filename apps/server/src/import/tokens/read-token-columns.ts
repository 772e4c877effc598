import { isTag } from "@postil/domain/tasks/bio-tags";
import type { BrokenLines } from "../decode.ts";
import { excerpt } from "../excerpt.ts";
import { linesOf } from "../lines.ts";
import type { ReadRow } from "../row.ts";
import { NOT_IN_ENCODING } from "../table/read-csv.ts";
import { type TokenForm, tokenLine } from "./token-form.ts";

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
  else if (tag === undefined || !isTag(tag)) sentence.bad ??= { line, fault: faultOf(token, tag) };
}

const SPAN = /^\d+[-.]\d+$/;

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

function faultOf(token: string, tag: string | undefined): string {
  if (tag === undefined) return `the token ${excerpt(token)} has no tag`;
  return `${excerpt(tag)} of the token ${excerpt(token)} is no tag; tags are O, B-name and I-name`;
}
