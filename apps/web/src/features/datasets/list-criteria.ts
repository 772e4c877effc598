import { datasetsSort, type Preferences } from "@postil/domain/preferences/definitions";
import { readText, readValues, writeValues } from "../../lib/listed-values.ts";

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
    search: readText(entries.search),
    workspaces: readValues(entries.workspaces),
    tasks: readValues(entries.tasks),
    tags: readValues(entries.tags),
    sort: datasetsSort.read(readText(entries.sort)) ?? null,
  };
}

/** The raw entries; empty ones are left out by the router (VST-02). */
export function writeListCriteria(view: ListCriteria): Entries {
  return {
    search: encodeURIComponent(view.search),
    workspaces: writeValues(view.workspaces),
    tasks: writeValues(view.tasks),
    tags: writeValues(view.tags),
    sort: view.sort ?? "",
  };
}
