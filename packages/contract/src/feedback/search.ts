import {
  type Filter,
  type FilteredScope,
  MOST_FILTERS,
  MOST_SORT_ENTRIES,
  MOST_TERMS,
  type Scope,
  type SearchQuery,
  type SortEntry,
} from "@postil/domain/search/record-criteria";
import { MOST_TEXT, textFault } from "@postil/domain/search/text-query";
import { compareExactly, type ExactNumber } from "@postil/domain/text/whole-numbers";
import { spanOfTime, timeToText } from "@postil/domain/time";
import { z } from "zod";
import { route, SAYS_TIMING } from "../route.ts";
import {
  exactNumber,
  leaf,
  NO_TEXT,
  number,
  oneOf,
  readLeaf,
  readUuid,
  term,
  text,
  textRefusal,
  uuid,
} from "../wire/leaf.ts";
import { int } from "../wire/replies.ts";
import { constant, firstOf, list, rule, variants } from "../wire/shape.ts";
import { RecordsParameters } from "./query.ts";
import { WireRecord } from "./records.ts";

/** The body of a search (contract api-v1 section 9), read into the domain's query. */

const word = <const W extends readonly string[]>(...words: W) => oneOf(words);

const response = z.object({
  entity: z.literal("response"),
  question: text().nullish(),
  property: word("status").nullish(),
});
const metadata = z.object({ entity: z.literal("metadata"), metadata_property: text() });
const suggestion = <P extends z.ZodType>(property: P) =>
  z.object({ entity: z.literal("suggestion"), question: text(), property });
const record = <const P extends readonly string[]>(...properties: P) =>
  z.object({ entity: z.literal("record"), property: word(...properties) });

const sortScope = variants("entity", {
  record: record("inserted_at", "updated_at"),
  response,
  suggestion: suggestion(word("value", "agent", "score").default("value")),
  metadata,
});
const scope = variants("entity", {
  record: record("id", "external_id", "status", "inserted_at", "updated_at"),
  response,
  suggestion: suggestion(word("value", "agent", "score", "type").default("value")),
  metadata,
});

/** The bound of a range. A date stands for its whole day: from its first to its last moment, in milliseconds. */
type WireBound = { readonly from: ExactNumber; readonly to: ExactNumber; readonly isTime: boolean };

const bound = leaf<WireBound>(
  (value) => {
    const read = readLeaf(exactNumber, value);
    if ("ok" in read) return { ok: { from: read.ok, to: read.ok, isTime: false } };
    const span = typeof value === "string" ? spanOfTime(value) : null;
    return span ? { ok: { from: span.first / 1000, to: span.last / 1000, isTime: true } } : read;
  },
  { type: ["number", "string"] },
);

const isOfTimes = (asked: z.output<typeof scope>): boolean =>
  asked.entity === "record" && (asked.property === "inserted_at" || asked.property === "updated_at");

const terms = z.object({ type: constant("terms"), scope, values: list(term, { min: 1, max: MOST_TERMS }) });
const range = rule(
  z.object({ type: constant("range"), scope, ge: bound.nullish(), le: bound.nullish() }),
  ({ scope, ge, le }) => {
    if (ge == null && le == null) return "At least one of 'ge' or 'le' must be provided";
    if (
      (scope.entity === "record" && !isOfTimes(scope)) ||
      (scope.entity === "suggestion" && scope.property === "type")
    )
      return `'${scope.property}' of a ${scope.entity} cannot be filtered by a range`;
    if ((ge?.isTime || le?.isTime) && !isOfTimes(scope))
      return "a time can only be a bound of 'inserted_at' and 'updated_at' of a record";
    return ge != null && le != null && compareExactly(ge.from, le.to) > 0
      ? "'ge' must have a value less than or equal to 'le'"
      : null;
  },
);

const WireFilter = firstOf(terms, range);

const WireVector = rule(
  z.object({
    name: text(),
    record_id: uuid.nullish(),
    value: list(number()).nullish(),
    order: word("most_similar", "least_similar").default("most_similar"),
  }),
  ({ record_id, value }) =>
    (record_id == null) === (value == null || value.length === 0)
      ? "Either 'record_id' or 'value' must be provided"
      : null,
);

/** A search text. A text that is too long is refused before any of its words is looked up (API-36). */
const searched = leaf<string>(
  (value) => {
    if (typeof value !== "string" && typeof value !== "number") return { refused: NO_TEXT };
    const q = String(value);
    const refused = textRefusal(q);
    if (refused) return { refused };
    const fault = textFault(q, MOST_TEXT);
    if (!fault) return { ok: q };
    const { of, found, most } = fault;
    const msg = `ensure this value has at most ${most} ${of}, found ${found}`;
    return { refused: { type: "value_error.any_str.max_length", msg, ctx: { limit_value: most } } };
  },
  { type: "string", maxLength: MOST_TEXT },
);

const SearchedText = z.object({ q: searched, field: text().nullish() });
const Filters = z.object({ and: list(WireFilter, { min: 1, max: MOST_FILTERS }) });

/** Selects records by text and filters only, without an order and without similarity. */
export const RecordSelection = z.object({
  query: z.object({ text: SearchedText.nullish() }).nullish(),
  filters: Filters.nullish(),
});

const SearchBody = z.object({
  query: z.object({ text: SearchedText.nullish(), vector: WireVector.nullish() }).nullish(),
  filters: Filters.nullish(),
  sort: list(z.object({ scope: sortScope, order: word("asc", "desc") }), { min: 1, max: MOST_SORT_ENTRIES }).nullish(),
});

function scopeFromWire(wire: z.output<typeof sortScope>): Scope {
  switch (wire.entity) {
    case "record":
    case "suggestion":
      return wire;
    case "response":
      return { entity: "response", question: wire.question ?? null, property: wire.property ?? null };
    case "metadata":
      return { entity: "metadata", property: wire.metadata_property };
  }
}

const filteredScopeFromWire = (wire: z.output<typeof scope>): FilteredScope =>
  wire.entity === "record" || wire.entity === "suggestion" ? wire : scopeFromWire(wire);

function filterFromWire(wire: z.output<typeof WireFilter>): Filter {
  const scope = filteredScopeFromWire(wire.scope);
  return wire.type === "terms"
    ? { type: "terms", scope, values: wire.values.map((value) => termOf(wire.scope, value)) }
    : { type: "range", scope, ge: wire.ge?.from ?? null, le: wire.le?.to ?? null };
}

/** Ids and times have several spellings; they are compared in that of replies. */
function termOf(asked: z.output<typeof scope>, value: string): string {
  if (asked.entity !== "record") return value;
  if (asked.property === "id") return readUuid(value) ?? value;
  const span = isOfTimes(asked) ? spanOfTime(value) : null;
  return span && span.first === span.last ? timeToText(span.first) : value;
}

export const selectionFromWire = (body: z.output<typeof RecordSelection>): SearchQuery =>
  searchFromWire({ query: body.query, filters: body.filters });

export function searchFromWire(body: z.output<typeof SearchBody>): SearchQuery {
  const vector = body.query?.vector;
  const words = body.query?.text;
  return {
    text: words ? { q: words.q, field: words.field || null } : null,
    vector: vector
      ? {
          name: vector.name,
          order: vector.order,
          like: vector.record_id ? { recordId: vector.record_id } : { value: vector.value ?? [] },
        }
      : null,
    filters: (body.filters?.and ?? []).map(filterFromWire),
    sort: (body.sort ?? []).map((entry): SortEntry => ({ scope: scopeFromWire(entry.scope), order: entry.order })),
  };
}

/** Searching the records of a dataset (contract api-v1 rows 33 to 35 and section 9). */

const Found = z.object({
  items: z.array(z.object({ record: WireRecord, query_score: z.number().nullable() })),
  total: int,
});

export const searchRoutes = {
  searchMyRecords: route("POST", "/api/v1/me/datasets/:dataset_id/records/search", "member", {
    summary: "Search the records of a dataset, with the caller's responses",
    query: RecordsParameters,
    body: SearchBody,
    replies: { 200: Found },
    carries: SAYS_TIMING,
  }),
  searchRecords: route("POST", "/api/v1/datasets/:dataset_id/records/search", "manager", {
    summary: "Search the records of a dataset, with everybody's responses",
    query: RecordsParameters,
    body: SearchBody,
    replies: { 200: Found },
    carries: SAYS_TIMING,
  }),
  listSuggestionOptions: route("GET", "/api/v1/datasets/:dataset_id/records/search/suggestions/options", "member", {
    summary: "The agents of the suggestions to each question",
    replies: {
      200: z.object({
        items: z.array(
          z.object({ question: z.object({ id: z.uuid(), name: z.string() }), agents: z.array(z.string()) }),
        ),
      }),
    },
  }),
};
