import { linesOf } from "./lines.ts";
import type { ReadRow } from "./row.ts";

/**
 * Text in columns, as datasets of entities are shared: a token and its tag on each line (more columns between them are passed
 * over), and an empty line between two sentences. A row is a sentence with its `tokens` and `tags`.
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
    sentence.tokens.push(token);
    sentence.tags.push(rest.at(-1) ?? "");
  }
  if (sentence.tokens.length > 0) yield rowOf(sentence);
}

/** Stands between documents in files of the CoNLL tasks. */
const DOCUMENT_MARK = "-DOCSTART-";

type Sentence = { readonly line: number; readonly tokens: string[]; readonly tags: string[] };
const emptyAt = (line: number): Sentence => ({ line, tokens: [], tags: [] });
const rowOf = ({ line, tokens, tags }: Sentence): ReadRow => ({ line, row: { tokens, tags } });
