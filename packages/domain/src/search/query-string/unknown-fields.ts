import { parseQueryString } from "./parse.ts";
import type { SearchFields } from "./search-fields.ts";
import { DEFAULT_FIELD, type Group, type Term } from "./syntax.ts";

/**
 * The names in a query text that are no field of any record of the dataset, each once, in their order. Patterns of
 * names are left out, because they match whatever fields exist. Throws a `QueryFault`.
 */
export function unknownFields(text: string, { find }: Pick<SearchFields, "find">): readonly string[] {
  if (text.trim() === "") return [];
  const named = [...termsOf(parseQueryString(text))].map(nameIn);
  return [...new Set(named.filter((name) => name !== DEFAULT_FIELD && !name.includes("*") && find(name) === null))];
}

function* termsOf({ items }: Group): Generator<Term> {
  for (const { part } of items) {
    if (part.kind === "group") yield* termsOf(part);
    else yield part;
  }
}

/** The name in a term; for `_exists_:name` it is the value. */
const nameIn = (term: Term): string =>
  term.field !== "_exists_" ? term.field : term.kind === "word" || term.kind === "phrase" ? term.text : DEFAULT_FIELD;
