import { isSortable, MOST_SORT_KEYS, type TaskSortEntry } from "../search/task-sort.ts";
import { objectOf, readTaskFilters, textsOf } from "./task-filters.ts";
import { lastTaskPage, MOST_PAGED } from "./task-pages.ts";
import { FIRST_VIEW, modesOf, RULES_PLACES, type RulesShown, TASK_PAGE_SIZES, type TaskView } from "./task-view.ts";

/** The entries of the address of a task dataset's page (VST-01). */
const ENTRIES = ["query", "sort", "pagination", "viewMode", "rules"] as const;

/**
 * The view that a query string says, with or without its `?`. Each entry is JSON, or base64 of it as an Argilla 1.x page wrote
 * it (VST-08); what cannot be read counts as absent (VST-05).
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
 * The query string that says the view, without `?`. Entries of other parts of the page stay letter for letter as they are; empty
 * ones are left out (VST-02), and so is the mode everybody begins in. The place is always there: an address with something in it
 * is one that Back returns to (VST-03).
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

/** Which records are shown, in which order: of a view what is saved under a name (design/task-search.md#views). */
export type TaskCriteria = Pick<TaskView, "filters" | "sort">;

/** The part of an address that says them; empty where every record is shown by its id. */
export const writeTaskCriteria = (criteria: TaskCriteria): string => joined(criteriaEntries(criteria));

/** What of an address's query a saved view keeps, in our own spelling (VST-05, VST-08). */
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

/** Of an entry given twice the last one counts. A blank may also come as a plus, which is how forms write it. */
function entriesOf(query: string): (name: (typeof ENTRIES)[number]) => string {
  const entries = new Map(partsOf(query));
  return (name) => tried(() => decodeURIComponent((entries.get(name) ?? "").replaceAll("+", " "))) ?? "";
}

const readEntry = (entry: string): unknown =>
  tried(() => JSON.parse(entry)) ?? tried(() => JSON.parse(ofBase64(entry)));

/** Of the text in UTF-8; both alphabets are in use, and the padding may be missing. A plus was read as a blank. */
function ofBase64(text: string): string {
  const bytes = atob(text.replace(/[ -]/g, "+").replaceAll("_", "/"));
  return decodeURIComponent(bytes.replace(/./gs, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`));
}

/** Null: not in that spelling, as in an address that somebody broke by hand. */
function tried<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The first entry on a name counts. */
function readSort(value: unknown): readonly TaskSortEntry[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const entries = new Map<string, TaskSortEntry>();
  for (const item of given) {
    const { id, order = "asc" } = objectOf(item) ?? {};
    if (!isSortable(id) || (order !== "asc" && order !== "desc") || entries.has(id)) continue;
    entries.set(id, { id, order });
  }
  return [...entries.values()].slice(0, MOST_SORT_KEYS);
}

function readPaging(value: unknown): Pick<TaskView, "page" | "size"> {
  const given = objectOf(value) ?? {};
  const size = TASK_PAGE_SIZES.find((offered) => offered === given.size) ?? FIRST_VIEW.size;
  return { page: readPage(given.page, lastTaskPage(MOST_PAGED, size)), size };
}

const readPage = (page: unknown, last: number): number =>
  typeof page === "number" && Number.isInteger(page) ? Math.min(Math.max(page, 1), last) : FIRST_VIEW.page;

/** Only the conflicts have pages, and pairs that they are of. */
function readRules(value: unknown): RulesShown {
  const given = objectOf(value) ?? {};
  const place = RULES_PLACES.find((known) => known === given.place) ?? FIRST_VIEW.rules.place;
  if (place !== "conflicts") return { place };
  const page = readPage(given.page, MOST_PAGED);
  const pair = textsOf(given.pair);
  return { place, ...(page > 1 && { page }), ...(pair.length > 1 && { pair }) };
}
