import { ASKED_STATUSES, askedStatus, type RecordStatus } from "@postil/domain/records/labeled-record";
import { Refusal } from "@postil/domain/refusal";
import {
  type MetadataParameter,
  MOST_FILTERS,
  MOST_SORT_ENTRIES,
  type RecordsInclude,
  type RecordsQuery,
  type SortEntry,
} from "@postil/domain/search/record-criteria";
import { z } from "zod";
import { integer, leaf, oneOf, text } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** One value of `include` or `sort_by`: a list of keys, or one key with values (contract api-v1 section 8). */
type KeyValues = { readonly keys: readonly string[] } | { readonly key: string; readonly values: readonly string[] };

/** Throws the contract's 422 for a text that has neither form. */
function readKeyValues(parameter: string, text: string): KeyValues {
  const [left = "", right, ...more] = text.split(":");
  const keys = left.split(",");
  const values = right?.split(",");
  const lacking = keys.includes("") || (values?.includes("") ?? false);
  if (lacking || more.length > 0 || (values && keys.length > 1)) {
    const detail = `'${parameter}' query parameter must be of the form 'key1,key2,key3' or 'key:value1,value2,value3'`;
    throw new Refusal("unprocessable", detail);
  }
  return values ? { key: left, values } : { keys };
}

/** The query parameters of record lists and searches (contract api-v1 section 8). */

/** The reference's pattern, only for the message: on a text with a line break it would take forever to fail. */
const METADATA_SHOWN = "^(?=.*[a-z0-9])[a-z0-9_-]+:(.+(,(.+))*)$";
const METADATA = /^(?=.*[a-z0-9])([a-z0-9_-]+):(.+)$/;

const metadataParameter = leaf<MetadataParameter>(
  (value) => {
    const [, name, expression] = METADATA.exec(String(value)) ?? [];
    if (name && expression) return { ok: { name, expression: expression.trim() } };
    const ctx = { pattern: METADATA_SHOWN };
    return {
      refused: { type: "value_error.str.regex", msg: `string does not match regex "${METADATA_SHOWN}"`, ctx },
    };
  },
  { type: "string", pattern: METADATA_SHOWN },
);

export const recordStatus = oneOf(ASKED_STATUSES);

export const RecordsParameters = z.object({
  include: z.array(text()).optional(),
  response_status: z.array(recordStatus).optional(),
  metadata: z.array(metadataParameter).optional(),
  sort_by: z.array(text()).optional(),
  offset: last(integer({ ge: 0 }).default(0)),
  limit: last(integer({ ge: 1, le: 1000 }).default(50)),
});

/**
 * The parameters of a single record. It has one thing to include: the caller's own response, so that a link to a record
 * can open it with its answers. The reference ignores this, and other words are ignored here too.
 */
export const RecordParameters = z.object({ include: z.array(text()).optional() });

export const includesOwnResponse = ({ include }: z.output<typeof RecordParameters>): boolean =>
  include?.some((words) => words.split(",").includes("responses")) ?? false;

/** Largest offset plus limit: a larger one is a mistake, or an export by the wrong call (API-35). */
const WINDOW = 500_000;

/** Throws the contract's 422 for well-formed input that makes no sense, before any lookup. */
export function recordsQuery(wire: z.output<typeof RecordsParameters>): RecordsQuery {
  if (wire.offset + wire.limit > WINDOW) {
    throw new Refusal("unprocessable", `offset + limit must not exceed ${WINDOW}, found ${wire.offset + wire.limit}`);
  }
  const metadata = atMost(MOST_FILTERS, "metadata", wire.metadata ?? []);
  const sort = atMost(MOST_SORT_ENTRIES, "sort_by", (wire.sort_by ?? []).flatMap(readSort));
  return {
    include: readInclude(wire.include ?? []),
    statuses: recordStatuses(wire.response_status ?? []),
    metadata,
    sort,
    offset: wire.offset,
    limit: wire.limit,
  };
}

export const recordStatuses = (words: readonly (typeof ASKED_STATUSES)[number][]): RecordStatus[] => [
  ...new Set(words.map(askedStatus)),
];

/** The limits of a search body also hold for its parameters (API-36). */
function atMost<T>(most: number, parameter: string, given: readonly T[]): readonly T[] {
  if (given.length <= most) return given;
  const detail = `'${parameter}' query parameter must be given at most ${most} times, found ${given.length}`;
  throw new Refusal("unprocessable", detail);
}

function readInclude(texts: readonly string[]): RecordsInclude {
  const keys = new Set<string>();
  let names: readonly string[] | null = null;
  for (const text of texts) {
    const read = readKeyValues("include", text);
    if ("keys" in read) for (const key of read.keys) keys.add(key);
    // Other keys with values are ignored, because a newer client may ask for more than exists.
    else if (read.key === "vectors") names = [...(names ?? []), ...read.values];
  }
  const all = keys.delete("vectors");
  if (all && names) {
    throw new Refusal(
      "unprocessable",
      "'include' query parameter must not ask for all 'vectors' and for some by name at once",
    );
  }
  const include = { responses: keys.delete("responses"), suggestions: keys.delete("suggestions") };
  for (const key of keys) {
    const detail = `'include' query parameter has the unknown key '${key}'. It must be 'responses', 'suggestions' or 'vectors'`;
    throw new Refusal("unprocessable", detail);
  }
  return { ...include, vectors: all ? "all" : (names ?? "none") };
}

/** The spellings of clients; on Python 3.11 and newer, a 1.x client sends the name of the enumeration member. */
const ORDERS: ReadonlyMap<string | undefined, SortEntry["order"]> = new Map([
  ["asc", "asc"],
  ["desc", "desc"],
  ["SortOrder.asc", "asc"],
  ["SortOrder.desc", "desc"],
]);

function readSort(text: string): SortEntry[] {
  const read = readKeyValues("sort_by", text);
  if ("keys" in read) return read.keys.map((key) => ({ scope: sortScope(key), order: "asc" }));
  const [order] = read.values;
  if (read.values.length > 1) {
    const found = `'${read.key}' has ${read.values.length} values.`;
    const detail = `'sort_by' query parameter must contain at most 1 values per comma-separated key. ${found}`;
    throw new Refusal("unprocessable", detail);
  }
  const scope = sortScope(read.key);
  const wanted = ORDERS.get(order);
  if (wanted) return [{ scope, order: wanted }];
  const detail = `Provided sort order in 'sort_by' query param '${order}' for field '${read.key}' is not valid.`;
  throw new Refusal("unprocessable", detail);
}

function sortScope(field: string): SortEntry["scope"] {
  if (field === "inserted_at" || field === "updated_at") return { entity: "record", property: field };
  const property = /^metadata\.(.+)$/.exec(field)?.[1];
  if (property) return { entity: "metadata", property };
  const fields = "'inserted_at', 'updated_at' or `metadata.metadata-property-name`";
  const detail = `Provided sort field in 'sort_by' query param '${field}' is not valid. It must be either ${fields}`;
  throw new Refusal("unprocessable", detail);
}
