import { isTag } from "@postil/domain/tasks/bio-tags";
import { excerpt } from "./excerpt.ts";
import { linesOf } from "./lines.ts";
import type { ReadRow } from "./row.ts";

/**
 * Text in columns, as datasets of entities are shared: a token and its tag on each line (more columns between them are passed
 * over), and an empty line between two sentences. A row is a sentence with its `tokens` and `tags`; one with a bad tag is told by the
 * line of that.
 */
export async function* readTokenColumns(text: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  let sentence: Sentence = emptyAt(1);
  let line = 0;
  for await (const one of linesOf(text)) {
    line++;
    const columns = one.trim() === "" ? [] : one.trim().split(one.includes("\t") ? /\t+/ : /\s+/);
    const [token, ...rest] = columns;
    if (token === undefined || token === DOCUMENT_MARK) {
      if (sentence.tokens.length > 0) yield rowOf(sentence);
      sentence = emptyAt(line + 1);
      continue;
    }
    const tag = rest.at(-1);
    sentence.tokens.push(token);
    sentence.tags.push(tag ?? "");
    if (tag === undefined || !isTag(tag)) sentence.bad ??= { line, fault: faultOf(token, tag) };
  }
  if (sentence.tokens.length > 0) yield rowOf(sentence);
}

/** Stands between documents in files of the CoNLL tasks. */
const DOCUMENT_MARK = "-DOCSTART-";

type Sentence = {
  readonly line: number;
  readonly tokens: string[];
  readonly tags: string[];
  /** The first of its lines that cannot be read. */
  bad?: { readonly line: number; readonly fault: string };
};
const emptyAt = (line: number): Sentence => ({ line, tokens: [], tags: [] });
const rowOf = ({ line, tokens, tags, bad }: Sentence): ReadRow => bad ?? { line, row: { tokens, tags } };

function faultOf(token: string, tag: string | undefined): string {
  if (tag === undefined) return `the token ${excerpt(token)} has no tag`;
  return `${excerpt(tag)} of the token ${excerpt(token)} is no tag; tags are O, B-name and I-name`;
}
