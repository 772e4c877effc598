import { Refusal } from "../../refusal.ts";
import { leavesOf, type QueryLeaf, type QueryTree } from "../query-tree.ts";
import { MOST_WORDS } from "../text-query.ts";
import { leavesOn } from "./field-leaf.ts";
import { parseQueryString } from "./parse.ts";
import {
  DEFAULT_FIELD,
  type Group,
  type Item,
  QueryFault,
  type SearchFields,
  SyntaxFault,
  type Term,
} from "./syntax.ts";

/** Most wildcards, regular expressions, fuzzy words and ranges: each may be tested on all words. */
const MOST_PATTERNS = 64;

/** Most conditions that read every document of the dataset. */
const MOST_IN_DOCUMENTS = 24;

export type ReadQuery = {
  readonly tree: QueryTree;
  /** All leaves that are not excluded, required or not: they show why a record was found. */
  readonly wanted: readonly QueryLeaf[];
};

type Clause = { readonly occurs: "must" | "should" | "must not"; readonly query: ReadQuery };

const NOTHING: ReadQuery = { tree: { kind: "or", parts: [] }, wanted: [] };
const MATCH_ALL: QueryTree = { kind: "and", parts: [] };

/**
 * Reads a query text (contract search-semantics 3). A text of white space alone finds every record. Throws a
 * `QueryFault`. `now`: milliseconds of the epoch. `budget`: shared by all texts of a call.
 */
export function readQuery(
  text: string,
  fields: SearchFields,
  now: number,
  budget = new Budget(OF_ONE_TEXT),
): ReadQuery {
  if (text.trim() === "") return { tree: MATCH_ALL, wanted: [] };
  const read = (term: Term): readonly QueryTree[] => {
    if (isPattern(term.field)) budget.spend("patterns", 1, term);
    const trees = readTerm(term, fields, now);
    for (const leaf of trees.flatMap((tree) => leavesOf(tree))) {
      budget.spend("words", wordsIn(leaf), term);
      if (leaf.kind === "pattern") budget.spend("patterns", 1, term);
      if (fields.readsDocuments(leaf)) budget.spend("documents", 1, term);
    }
    return trees;
  };
  return readGroup(parseQueryString(text), read) ?? NOTHING;
}

const wordsIn = (leaf: QueryLeaf): number =>
  leaf.kind === "words" ? leaf.demands.reduce((sum, { words }) => sum + words.length, 0) : 1;

const NAMES = {
  words: "words and values",
  patterns: "wildcards, regular expressions, fuzzy words and ranges of words",
  documents: "conditions on what agents say, on metrics and the like, for each of which all records are read",
} as const;
type Counted = keyof typeof NAMES;

/** The most conditions of each kind, and the beginning of the error text. */
type Allowed = { readonly [C in Counted]: number } & { readonly by: string };

const OF_ONE_TEXT: Allowed = {
  by: "The query has",
  words: MOST_WORDS,
  patterns: MOST_PATTERNS,
  documents: MOST_IN_DOCUMENTS,
};

/** The limits for all rules together: they are short, many, and answered in one search. */
export const OF_ALL_RULES: Allowed = {
  by: "The rules have together",
  words: 16 * MOST_WORDS,
  patterns: 4 * MOST_PATTERNS,
  documents: 4 * MOST_IN_DOCUMENTS,
};

export class Budget {
  readonly #allowed: Allowed;
  readonly #spent = { words: 0, patterns: 0, documents: 0 };

  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  spend(what: Counted, count: number, { at }: Term): void {
    const most = this.#allowed[what];
    this.#spent[what] += count;
    if (this.#spent[what] <= most) return;
    throw new QueryFault(at, `${this.#allowed.by} more than ${most.toLocaleString("en")} ${NAMES[what]}.`);
  }
}

type TermReader = (term: Term) => readonly QueryTree[];

/** Reads a group; null: it has nothing to search for. */
function readGroup({ items }: Group, read: TermReader): ReadQuery | null {
  const clauses: Clause[] = [];
  for (const { conjunction, isExcluded, part } of items) {
    if (conjunction) turnLast(clauses, conjunction);
    const occurs = isExcluded ? "must not" : conjunction === "or" ? "should" : "must";
    for (const query of partsOf(part, read)) clauses.push({ occurs, query });
  }
  return clauses.length === 0 ? null : joinClauses(clauses);
}

/** The classic rule: `and` and `or` change the clause before them too, unless it is excluded. */
function turnLast(clauses: Clause[], conjunction: NonNullable<Item["conjunction"]>): void {
  const last = clauses.pop();
  if (last === undefined) return;
  const occurs = last.occurs === "must not" ? last.occurs : conjunction === "and" ? "must" : "should";
  clauses.push({ ...last, occurs });
}

function partsOf(part: Item["part"], read: TermReader): readonly ReadQuery[] {
  if (part.kind !== "group") return read(part).map((tree) => ({ tree, wanted: leavesOf(tree) }));
  const group = readGroup(part, read);
  return group ? [group] : [];
}

/** Optional clauses make no difference beside required ones. */
function joinClauses(clauses: readonly Clause[]): ReadQuery {
  const trees = (wanted: Clause["occurs"]): QueryTree[] =>
    clauses.flatMap(({ occurs, query }) => (occurs === wanted ? query.tree : []));
  const [must, should, mustNot] = [trees("must"), trees("should"), trees("must not")];
  const either: QueryTree[] = must.length === 0 && should.length > 0 ? [{ kind: "or", parts: should }] : [];
  const without = mustNot.map((part): QueryTree => ({ kind: "not", part }));
  return {
    tree: { kind: "and", parts: [...must, ...either, ...without] },
    wanted: clauses.flatMap(({ occurs, query }) => (occurs === "must not" ? [] : query.wanted)),
  };
}

/** The conditions of a term; none when it has no word. */
function readTerm(term: Term, fields: SearchFields, now: number): readonly QueryTree[] {
  if (term.field === "_exists_") return [existsTree(term, fields)];
  if (term.kind === "any" && (term.field === DEFAULT_FIELD || term.field === "*")) return [MATCH_ALL];
  if (isPattern(term.field)) return anyField(term, fields, now);
  const field = fields.find(term.field);
  return field ? leavesOn(field, term, now) : [NOTHING.tree];
}

const isPattern = (name: string): boolean => name.includes("*");

/** Reads `_exists_:name`. */
function existsTree(term: Term, fields: SearchFields): QueryTree {
  if (term.kind !== "word" && term.kind !== "phrase") return NOTHING.tree;
  const names = isPattern(term.text) ? namesLike(term.text, fields) : [term.text];
  const found = names.flatMap((name) => fields.find(name) ?? []);
  return { kind: "or", parts: found.map(({ name }) => ({ kind: "exists", field: name })) };
}

/**
 * Searches all fields whose name fits; one match is enough. A field that cannot have the written value does not match.
 */
function anyField(term: Term, fields: SearchFields, now: number): readonly QueryTree[] {
  const found = namesLike(term.field, fields).flatMap((name) => fields.find(name) ?? []);
  if (found.length === 0) return [NOTHING.tree];
  const trees = found.map((field): readonly QueryTree[] => {
    try {
      return leavesOn(field, term, now);
    } catch (error) {
      if (error instanceof QueryFault) return [NOTHING.tree];
      throw error;
    }
  });
  const parts = trees.filter((each) => each.length > 0).map((each): QueryTree => ({ kind: "and", parts: each }));
  return parts.length === 0 ? [] : [{ kind: "or", parts }];
}

/** The field names that fit a pattern; each star matches any number of characters. */
function namesLike(pattern: string, fields: SearchFields): string[] {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop() ?? "";
  return [...fields.names()].filter((name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let from = first.length;
    for (const part of others) {
      const at = name.indexOf(part, from);
      if (at < 0 || at + part.length > name.length - last.length) return false;
      from = at + part.length;
    }
    return true;
  });
}

/** A fault of the query text refuses it (contract api-v0 1.3). */
export function orRefuse<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const detail = error instanceof SyntaxFault ? `Failed to parse query [${text}]` : error.message;
    throw new Refusal("invalid_text_search", detail, undefined, { at: error.at });
  }
}
