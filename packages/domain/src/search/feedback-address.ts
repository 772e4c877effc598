import { RECORD_STATUSES } from "../records/labeled-record.ts";
import { type ExactNumber, inFull, readExactly } from "../text/whole-numbers.ts";
import {
  type CriteriaFilter,
  FIRST_ADDRESS,
  type FilterCondition,
  type FilterScope,
  MOST_FILTERS,
  MOST_SORT_ENTRIES,
  MOST_TERMS,
  PENDING_RECORDS,
  type RecordCriteria,
  type RecordsAddress,
  type Scope,
  SIMILARITY_LIMITS,
  type Similarity,
  type SortEntry,
  sameScope,
  type TextQuery,
  withCondition,
} from "./record-criteria.ts";
import { bulkSizeOf, SIMILARITY_LIMIT } from "./records-address.ts";
import { MOST_TYPED, parseTextQuery, textFault } from "./text-query.ts";

/**
 * The address entries that filter and sort records (VST-06, design/address.md#annotation). Each entry is a list joined
 * by `~`; its items are pieces joined by `.`. Every name and value is percent-encoded before it is joined. A piece that
 * is a word of the grammar (`operator`, `ge5`, `all`) is written as it is. A value that looks like such a word is
 * written with its first letter encoded, so every value survives. An Argilla 1.x page joins the same pieces (VST-08).
 */

const RANGE_END = /^(ge|le)(?=[-\d])/;
/** The grammar pieces that are whole words. */
const WORDS: ReadonlySet<string> = new Set(["operator", "values", "all"]);

const SEPARATORS: { readonly [character: string]: string } = { ".": "%2E", "~": "%7E", "'": "%27" };

/** Percent-encodes a text so that it contains no separator and no character that a browser would encode. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[.~']/g, (character) => SEPARATORS[character] ?? character);
}

/** Encodes a piece so that it is also no word of the grammar. */
function encodePiece(text: string): string {
  const piece = encoded(text);
  if (!WORDS.has(piece) && !RANGE_END.test(piece)) return piece;
  return `%${piece.charCodeAt(0).toString(16).toUpperCase()}${piece.slice(1)}`;
}

/** Decodes a piece; null when it cannot be read. Forms write a blank as a plus, so that is accepted too. */
function decodePiece(piece: string | undefined): string | null {
  if (piece === undefined || piece === "") return null;
  try {
    return decodeURIComponent(piece.replaceAll("+", " "));
  } catch {
    // The piece is not valid percent-encoding: the address was edited by hand. This piece is dropped.
    return null;
  }
}

function numberOf(piece: string | undefined): ExactNumber | null {
  const number = readExactly(decodePiece(piece) ?? "");
  return Number.isFinite(Number(number)) ? number : null;
}

const itemsOf = (entry: string) => entry.split("~").filter((item) => item !== "");

/**
 * Reads `words` or `words~field`. A text longer than the search box allows is dropped. A field named `all` is written
 * `%61ll`, because `~all` means all fields in an Argilla 1.x address.
 */
function readText(entry: string): TextQuery | null {
  const [words, field] = entry.split("~");
  const q = decodePiece(words)?.trim() ?? "";
  if (textFault(q, MOST_TYPED) !== null || parseTextQuery(q).length === 0) return null;
  return { q, field: field === "all" ? null : decodePiece(field) };
}

function writeText(text: TextQuery | null): string {
  if (text === null) return "";
  return text.field === null ? encoded(text.q) : `${encoded(text.q)}~${encodePiece(text.field)}`;
}

const FILTER_ENTRIES = ["metadata", "response", "suggestion"] as const;
type FilterEntry = (typeof FILTER_ENTRIES)[number];

/** Of two filters of one scope the later counts; what the server would refuse is dropped (API-36). */
function readFilters(entries: { readonly [Entry in FilterEntry]: string }): readonly CriteriaFilter[] {
  let filters: readonly CriteriaFilter[] = [];
  for (const name of FILTER_ENTRIES) {
    for (const item of itemsOf(entries[name])) {
      const filter = readFilter(name, item.split("."));
      if (filter !== null) filters = withCondition(filters, filter.scope, filter.condition);
    }
  }
  return filters.slice(0, MOST_FILTERS);
}

function readFilter(entity: FilterEntry, [first, ...rest]: string[]): CriteriaFilter | null {
  const name = decodePiece(first);
  if (name === null) return null;
  if (entity === "metadata") return scoped({ entity, property: name }, rest);
  if (entity === "response") return scoped({ entity, question: name, property: null }, rest);
  const [property, ...pieces] = rest;
  if (property !== "value" && property !== "score" && property !== "agent") return null;
  return scoped({ entity, question: name, property }, pieces);
}

function scoped(scope: FilterScope, pieces: readonly string[]): CriteriaFilter | null {
  const condition = pieces.some((piece) => RANGE_END.test(piece)) ? readRange(pieces) : readTerms(pieces);
  return condition === null ? null : { scope, condition };
}

function readRange(pieces: readonly string[]): FilterCondition | null {
  const end = (name: "ge" | "le") => {
    const at = pieces.findIndex((piece) => piece.startsWith(name));
    const decimals = pieces[at + 1];
    // An address written by hand or by an Argilla 1.x page has the decimal point of 0.5 unencoded.
    const point = at !== -1 && decimals !== undefined && /^\d+$/.test(decimals) ? `.${decimals}` : "";
    return numberOf(pieces[at] === undefined ? undefined : pieces[at].slice(2) + point);
  };
  const [ge, le] = [end("ge"), end("le")];
  if (ge === null && le === null) return null;
  return ge !== null && le !== null && inFull(ge) > inFull(le) ? null : { type: "range", ge, le };
}

function readTerms(pieces: readonly string[]): FilterCondition | null {
  const match = pieces[0] === "operator" && pieces[1] === "and" ? "all" : "any";
  const said = pieces[0] === "operator" ? pieces.slice(2) : pieces;
  const values = (said[0] === "values" ? said.slice(1) : said).map(decodePiece).filter((value) => value !== null);
  const most = match === "all" ? MOST_FILTERS : MOST_TERMS;
  if (values.length === 0 || values.length > most) return null;
  return { type: "terms", values: [...new Set(values)], match };
}

function writeFilters(filters: readonly CriteriaFilter[], entity: FilterEntry): string {
  return filters
    .filter(({ scope }) => scope.entity === entity)
    .map(({ scope, condition }) => [...scopePieces(scope), ...conditionPieces(scope, condition)].join("."))
    .join("~");
}

function scopePieces(scope: FilterScope): string[] {
  if (scope.entity === "metadata") return [encodePiece(scope.property)];
  const question = encodePiece(scope.question);
  return scope.entity === "response" ? [question] : [question, scope.property];
}

function conditionPieces(scope: FilterScope, condition: FilterCondition): string[] {
  if (condition.type === "range") {
    const end = (name: string, value: ExactNumber | null) =>
      value === null ? [] : [`${name}${encodePiece(String(value))}`];
    return [...end("ge", condition.ge), ...end("le", condition.le)];
  }
  const operator = condition.match === "all" ? ["operator", "and"] : [];
  const values = scope.entity === "metadata" ? [] : ["values"];
  return [...operator, ...values, ...condition.values.map(encodePiece)];
}

/** Reads `entity.name[.property].asc|desc` items, the main key first. */
function readSort(entry: string): readonly SortEntry[] {
  const entries: SortEntry[] = [];
  for (const item of itemsOf(entry)) {
    const pieces = item.split(".");
    const order = pieces.pop();
    const scope = readSortScope(pieces);
    if (scope === null || (order !== "asc" && order !== "desc")) continue;
    if (!entries.some((known) => sameScope(known.scope, scope))) entries.push({ scope, order });
  }
  return entries.slice(0, MOST_SORT_ENTRIES);
}

function readSortScope([entity, first, property]: readonly string[]): Scope | null {
  const name = decodePiece(first);
  if (name === null) return null;
  switch (entity) {
    case "record":
      return name === "inserted_at" || name === "updated_at" ? { entity, property: name } : null;
    case "metadata":
      return { entity, property: name };
    case "response":
      return { entity, question: name, property: null };
    case "suggestion":
      return property === "score" || property === "agent"
        ? { entity, question: name, property }
        : { entity, question: name, property: "value" };
    default:
      return null;
  }
}

function writeSort(sort: readonly SortEntry[]): string {
  return sort.map(({ scope, order }) => [...sortPieces(scope), order].join(".")).join("~");
}

function sortPieces(scope: Scope): string[] {
  switch (scope.entity) {
    case "record":
      return [scope.entity, scope.property];
    case "metadata":
      return [scope.entity, encodePiece(scope.property)];
    case "response":
      return [scope.entity, encodePiece(scope.question ?? "")];
    case "suggestion":
      return [scope.entity, encodePiece(scope.question), scope.property];
  }
}

const RECORD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text if it is a record id, else null. */
function recordIdOf(text: string | null): string | null {
  return text !== null && RECORD_ID.test(text) ? text : null;
}

/** Reads `record.<id>.vector.<name>.limit.<n>.order.<most|least>`; a limit that is not offered counts as 50. */
export function readSimilarity(entry: string): Similarity | null {
  const pieces = entry.split(".");
  const named = (name: string) => pieces[pieces.findIndex((piece, at) => at % 2 === 0 && piece === name) + 1];
  const recordId = recordIdOf(decodePiece(named("record")));
  const vector = decodePiece(named("vector"));
  if (recordId === null || vector === null) return null;
  const asked = numberOf(named("limit"));
  return {
    recordId,
    vector,
    limit: SIMILARITY_LIMITS.find((limit) => limit === asked) ?? SIMILARITY_LIMIT,
    order: named("order") === "least" ? "least" : "most",
  };
}

export function writeSimilarity(similarity: Similarity | null): string {
  if (similarity === null) return "";
  const { recordId, vector, limit, order } = similarity;
  return `record.${recordId}.vector.${encodePiece(vector)}.limit.${limit}.order.${order}`;
}

/** The entries of the address of a feedback annotation page (VST-06). */
const ENTRIES = ["page", "status", "search", ...FILTER_ENTRIES, "sort", "similarity", "record"] as const;
/** `n`, or the bulk view's `n~size`. */
const PAGE = /^([1-9]\d{0,8})(?:~(\d{1,4}))?$/;

/**
 * The entries as they are written, because names and values are encoded before they are joined. Earlier Argilla 1.x
 * pages put an underscore before each name (VST-08).
 */
function entriesOf(query: string): (name: (typeof ENTRIES)[number]) => string {
  const entries = new Map<string, string>();
  for (const entry of query.replace(/^\?/, "").split("&")) {
    const [name = "", ...value] = entry.split("=");
    entries.set(name.replace(/^_/, ""), value.join("="));
  }
  return (name) => entries.get(name) ?? "";
}

/**
 * Reads a query string, with or without its `?`; entries that cannot be read count as absent (design/address.md#rules).
 */
export function readFeedbackAddress(query: string): RecordsAddress {
  const entry = entriesOf(query);
  const [, page, size] = PAGE.exec(entry("page").replace(/%7e/i, "~")) ?? [];
  const record = recordIdOf(entry("record"));
  return {
    criteria: {
      // Also for `missing`, the older name of pending (FQU-06).
      status: RECORD_STATUSES.find((known) => known === entry("status")) ?? "pending",
      text: readText(entry("search")),
      filters: readFilters({
        metadata: entry("metadata"),
        response: entry("response"),
        suggestion: entry("suggestion"),
      }),
      sort: readSort(entry("sort")),
      similarity: readSimilarity(entry("similarity")),
    },
    page: page === undefined ? FIRST_ADDRESS.page : Number(page),
    // A record that the address names by id is shown alone (design/address.md#annotation).
    size: size === undefined || record !== null ? null : bulkSizeOf(Number(size)),
    record,
  };
}

/**
 * Writes the address as a query string, without `?`. The entries of other parts of the page keep every letter. Empty
 * entries are left out (VST-02), and so is the status pending, which is the default.
 */
export function writeFeedbackAddress(query: string, address: RecordsAddress): string {
  const others = query
    .replace(/^\?/, "")
    .split("&")
    .filter((entry) => {
      const [name = "", value = ""] = entry.split("=", 2);
      return value !== "" && !ENTRIES.some((own) => own === name.replace(/^_/, ""));
    });
  return [...ownEntries(address), ...others].join("&");
}

function ownEntries({ criteria, page, size, record }: RecordsAddress): string[] {
  const paging = `page=${page}${size === null ? "" : `~${size}`}`;
  return [paging, ...criteriaEntries(criteria), ...entry("record", record ?? "")];
}

/** Writes the criteria for a saved view, without the position in the queue (design/filters.md#views). */
export function writeCriteria(criteria: RecordCriteria): string {
  return criteriaEntries(criteria).join("&");
}

function criteriaEntries({ status, text, filters, sort, similarity }: RecordCriteria): string[] {
  return [
    ...entry("status", status === PENDING_RECORDS.status ? "" : status),
    ...entry("search", writeText(text)),
    ...FILTER_ENTRIES.flatMap((name) => entry(name, writeFilters(filters, name))),
    ...entry("sort", writeSort(sort)),
    ...entry("similarity", writeSimilarity(similarity)),
  ];
}

const entry = (name: (typeof ENTRIES)[number], value: string) => (value === "" ? [] : [`${name}=${value}`]);

/** True if the criteria name a part of their dataset, which may then be unknown. */
export function refersToDataset({ text, filters, sort, similarity }: RecordCriteria): boolean {
  const sortsByPart = sort.some(({ scope }) => scope.entity !== "record");
  return (text !== null && text.field !== null) || filters.length > 0 || sortsByPart || similarity !== null;
}
