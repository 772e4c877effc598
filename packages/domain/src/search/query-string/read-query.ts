import { leavesOf, type QueryLeaf, type QueryTree } from "../query-tree.ts";
import { MOST_WORDS } from "../text-query.ts";
import { leavesOn } from "./field-leaf.ts";
import { parseQueryString } from "./parse.ts";
import { QueryFault } from "./query-fault.ts";
import type { SearchFields } from "./search-fields.ts";
import { DEFAULT_FIELD, type Group, type Item, type Term } from "./syntax.ts";

/** Wildcards, regular expressions, fuzzy words and ranges of words: for each all different words may have to be looked at. */
export const MOST_PATTERNS = 64;

/** Conditions for each of which every document of the dataset is read. */
export const MOST_IN_DOCUMENTS = 24;

/** A query text, read for one dataset. */
export type ReadQuery = {
  readonly tree: QueryTree;
  /** What of it is wanted, be it required or not: what shows in a record why it was found. */
  readonly wanted: readonly QueryLeaf[];
};

type Clause = { readonly occurs: "must" | "should" | "must not"; readonly query: ReadQuery };

const NOTHING: ReadQuery = { tree: { kind: "or", parts: [] }, wanted: [] };
const MATCH_ALL: QueryTree = { kind: "and", parts: [] };

/**
 * Reads a query text (contract search-semantics 3), one of white space alone as no query at all. Throws a `QueryFault`.
 * `now`: milliseconds of the epoch. `budget`: of all texts of a call.
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

/** How much may be asked for, and by what. */
type Allowed = { readonly [C in Counted]: number } & { readonly by: string };

const OF_ONE_TEXT: Allowed = {
  by: "The query has",
  words: MOST_WORDS,
  patterns: MOST_PATTERNS,
  documents: MOST_IN_DOCUMENTS,
};

/** Rules are short and many, and answered all at once. */
export const OF_ALL_RULES: Allowed = {
  by: "The rules have together",
  words: 16 * MOST_WORDS,
  patterns: 4 * MOST_PATTERNS,
  documents: 4 * MOST_IN_DOCUMENTS,
};

/** What is left to be asked for. */
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

/** Null: nothing of the group is left to look for. */
function readGroup({ items }: Group, read: TermReader): ReadQuery | null {
  const clauses: Clause[] = [];
  for (const { conjunction, isExcluded, part } of items) {
    if (conjunction) turnLast(clauses, conjunction);
    const occurs = isExcluded ? "must not" : conjunction === "or" ? "should" : "must";
    for (const query of partsOf(part, read)) clauses.push({ occurs, query });
  }
  return clauses.length === 0 ? null : joinClauses(clauses);
}

/** `and` and `or` turn what stands before them too, unless it is excluded: the classic rule, in which neither goes first. */
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

/** What need not be there makes no difference beside what must. */
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

/** What a term asks for; nothing when there is no word in it. */
function readTerm(term: Term, fields: SearchFields, now: number): readonly QueryTree[] {
  if (term.field === "_exists_") return [existsTree(term, fields)];
  if (term.kind === "any" && (term.field === DEFAULT_FIELD || term.field === "*")) return [MATCH_ALL];
  if (isPattern(term.field)) return anyField(term, fields, now);
  const field = fields.find(term.field);
  return field ? leavesOn(field, term, now) : [NOTHING.tree];
}

const isPattern = (name: string): boolean => name.includes("*");

/** `_exists_:name`. */
function existsTree(term: Term, fields: SearchFields): QueryTree {
  if (term.kind !== "word" && term.kind !== "phrase") return NOTHING.tree;
  const names = isPattern(term.text) ? namesLike(term.text, fields) : [term.text];
  const found = names.flatMap((name) => fields.find(name) ?? []);
  return { kind: "or", parts: found.map(({ name }) => ({ kind: "exists", field: name })) };
}

/** In any of the fields so called. One whose values cannot be what is asked for does not match. */
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

/** Names that a pattern stands for, of which each star is any number of characters. */
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
