import { asObject } from "../json-object.ts";
import { isSortable, MOST_SORT_KEYS, type TaskSortEntry } from "../search/task-sort.ts";
import {
  FIRST_VIEW,
  lastTaskPage,
  MOST_PAGED,
  modesOf,
  RULES_PLACES,
  type RulesShown,
  readTaskFilters,
  TASK_PAGE_SIZES,
  type TaskView,
  textsOf,
} from "./task-view.ts";

/** The entries of the address of a task dataset's page (VST-01). */
const ENTRIES = ["query", "sort", "pagination", "viewMode", "rules"] as const;

/**
 * Reads the view from a query string, with or without its `?`. Each entry is JSON, or base64 of JSON as an Argilla 1.x
 * page wrote it (VST-08); entries that cannot be read count as absent (VST-05).
 */
export function readTaskAddress(query: string): TaskView {
  const entry = entriesOf(query);
  return {
    filters: readTaskFilters(readEntry(entry("query"))),
    sort: readSort(readEntry(entry("sort"))),
    ...readPaging(readEntry(entry("pagination"))),
    mode: modesOf("TextClassification").find((mode) => mode === entry("viewMode")) ?? FIRST_VIEW.mode,
    rules: readRules(readEntry(entry("rules"))),
  };
}

/**
 * Writes the view as a query string, without `?`. Entries of other parts of the page keep every letter. Empty entries
 * are left out (VST-02), and so is the default mode. The page number is always written: Back returns only to an address
 * that has an entry (VST-03).
 */
export function writeTaskAddress(query: string, view: TaskView): string {
  const { page, size, mode, rules } = view;
  const others = partsOf(query).filter(([name, value]) => value !== "" && !ENTRIES.some((own) => own === name));
  return joined([
    ...criteriaEntries(view),
    ["pagination", encoded({ page, size })],
    ...(mode === FIRST_VIEW.mode ? [] : [["viewMode", mode]]),
    ...(mode !== "labelling-rules" || rules.place === "records" ? [] : [["rules", encoded(rules)]]),
    ...others,
  ]);
}

/**
 * Which records are shown, in which order: the part of a view that a saved view keeps (design/task-search.md#views).
 */
type TaskCriteria = Pick<TaskView, "filters" | "sort">;

/** The part of an address for the criteria; empty if all records are shown by id. */
export const writeTaskCriteria = (criteria: TaskCriteria): string => joined(criteriaEntries(criteria));

/** The part of an address's query that a saved view keeps, in our own spelling (VST-05, VST-08). */
export const taskViewQuery = (query: string): string => writeTaskCriteria(readTaskAddress(query));

function criteriaEntries({ filters, sort }: TaskCriteria): readonly (readonly string[])[] {
  const asked = readTaskFilters(filters);
  return [
    ...(Object.keys(asked).length > 0 ? [["query", encoded(asked)]] : []),
    ...(sort.length > 0 ? [["sort", encoded(sort)]] : []),
  ];
}

const joined = (entries: readonly (readonly string[])[]): string => entries.map((parts) => parts.join("=")).join("&");

const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value)).replaceAll("'", "%27");

const partsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...value] = part.split("=");
      return [name, value.join("=")];
    });

/** If an entry is given twice, the last one counts. Forms write a blank as a plus, so that is accepted too. */
function entriesOf(query: string): (name: (typeof ENTRIES)[number]) => string {
  const entries = new Map(partsOf(query));
  return (name) => tried(() => decodeURIComponent((entries.get(name) ?? "").replaceAll("+", " "))) ?? "";
}

const readEntry = (entry: string): unknown =>
  tried(() => JSON.parse(entry)) ?? tried(() => JSON.parse(ofBase64(entry)));

/** Both base64 alphabets; the padding may be missing. A plus was read as a blank before. */
function ofBase64(text: string): string {
  const bytes = atob(text.replace(/[ -]/g, "+").replaceAll("_", "/"));
  return decodeURIComponent(bytes.replace(/./gs, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`));
}

/** Null if reading fails: the entry has another format, or was edited by hand. */
function tried<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** If several entries have the same name, the first one counts. */
function readSort(value: unknown): readonly TaskSortEntry[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const entries = new Map<string, TaskSortEntry>();
  for (const item of given) {
    const { id, order = "asc" } = asObject(item) ?? {};
    if (!isSortable(id) || (order !== "asc" && order !== "desc") || entries.has(id)) continue;
    entries.set(id, { id, order });
  }
  return [...entries.values()].slice(0, MOST_SORT_KEYS);
}

function readPaging(value: unknown): Pick<TaskView, "page" | "size"> {
  const given = asObject(value) ?? {};
  const size = TASK_PAGE_SIZES.find((offered) => offered === given.size) ?? FIRST_VIEW.size;
  return { page: readPage(given.page, lastTaskPage(MOST_PAGED, size)), size };
}

const readPage = (page: unknown, last: number): number =>
  typeof page === "number" && Number.isInteger(page) ? Math.min(Math.max(page, 1), last) : FIRST_VIEW.page;

/** Only the conflicts view has pages and pairs. */
function readRules(value: unknown): RulesShown {
  const given = asObject(value) ?? {};
  const place = RULES_PLACES.find((known) => known === given.place) ?? FIRST_VIEW.rules.place;
  if (place !== "conflicts") return { place };
  const page = readPage(given.page, MOST_PAGED);
  const pair = textsOf(given.pair);
  return { place, ...(page > 1 && { page }), ...(pair.length > 1 && { pair }) };
}
