import { datasetsSort, type Preferences } from "../../lib/preferences/definitions.ts";

/** `column:direction` */
export type DatasetsSort = Preferences["datasetsSort"];

/** What the address says about the list (DSL-10, design/address.md#list). Empty lists and texts do not narrow it. */
export type ListCriteria = {
  readonly search: string;
  readonly workspaces: readonly string[];
  readonly tasks: readonly string[];
  readonly tags: readonly string[];
  /** null: the order this browser remembers */
  readonly sort: DatasetsSort | null;
};

export type FilterName = "workspaces" | "tasks" | "tags";

export const ALL_DATASETS: ListCriteria = { search: "", workspaces: [], tasks: [], tags: [], sort: null };

export function isNarrowed({ search, workspaces, tasks, tags }: ListCriteria): boolean {
  return search.trim() !== "" || workspaces.length + tasks.length + tags.length > 0;
}

type Entries = { readonly [name: string]: string | undefined };

/** Reads the raw entries of the address; one that cannot be read counts as absent (design/address.md#rules). */
export function readListCriteria(entries: Entries): ListCriteria {
  return {
    search: decoded(entries.search ?? "") ?? "",
    workspaces: listIn(entries.workspaces),
    tasks: listIn(entries.tasks),
    tags: listIn(entries.tags),
    sort: datasetsSort.read(decoded(entries.sort ?? "")) ?? null,
  };
}

/** The raw entries; values are encoded before they are joined, so that a comma in a name stays one. Empty ones are left out by the router (VST-02). */
export function writeListCriteria(view: ListCriteria): Entries {
  const joined = (values: readonly string[]) => values.map(encodeURIComponent).join(",");
  return {
    search: encodeURIComponent(view.search),
    workspaces: joined(view.workspaces),
    tasks: joined(view.tasks),
    tags: joined(view.tags),
    sort: view.sort ?? "",
  };
}

function listIn(entry: string | undefined): readonly string[] {
  const values = (entry ?? "").split(",").map(decoded);
  return [...new Set(values.filter((value): value is string => value !== null && value !== ""))];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
