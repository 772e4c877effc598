import type { Deleted } from "@postil/domain/datasets/bin";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { countValues, readText, readValues, writeValues } from "../../../lib/listed-values.ts";
import type { Choice } from "../../../ui/filter-button.tsx";

/** Filters deletions, all in the browser; the criteria are in the address. Empty ones do not filter. */

/** The value of a deletion on the server's own machine, which no person did. */
const NOBODY = "";

const VALUES = {
  kinds: ({ kind }: Deleted) => kind as string,
  workspaces: ({ workspace }: Deleted) => workspace,
  people: ({ deletedBy }: Deleted) => deletedBy?.username ?? NOBODY,
};
export type FilterName = keyof typeof VALUES;
export const FILTERS = Object.keys(VALUES) as readonly FilterName[]; // the object's own keys

export type DeletedCriteria = { readonly search: string } & { readonly [Name in FilterName]: readonly string[] };

export const EVERY_DELETION: DeletedCriteria = { search: "", kinds: [], workspaces: [], people: [] };

type Entries = { readonly [name: string]: string | undefined };

export const readDeletedCriteria = ({ search, kinds, workspaces, people }: Entries): DeletedCriteria => ({
  search: readText(search),
  kinds: readValues(kinds),
  workspaces: readValues(workspaces),
  people: readValues(people),
});

export const writeDeletedCriteria = ({ search, kinds, workspaces, people }: DeletedCriteria) => ({
  search: encodeURIComponent(search),
  kinds: writeValues(kinds),
  workspaces: writeValues(workspaces),
  people: writeValues(people),
});

export const isNarrowed = ({ search, ...chosen }: DeletedCriteria): boolean =>
  search.trim() !== "" || Object.values(chosen).some((values) => values.length > 0);

export function findDeleted(rows: readonly Deleted[], criteria: DeletedCriteria): readonly Deleted[] {
  const wanted = criteria.search.trim().toLocaleLowerCase(LOCALE);
  return rows.filter(
    (row) =>
      `${row.name} ${row.preview}`.toLocaleLowerCase(LOCALE).includes(wanted) &&
      FILTERS.every((filter) => criteria[filter].length === 0 || criteria[filter].includes(VALUES[filter](row))),
  );
}

/** The values of a filter, with the number of rows that each would show. */
export function choicesOf(rows: readonly Deleted[], filter: FilterName, criteria: DeletedCriteria): readonly Choice[] {
  return countValues(criteria[filter], [], findDeleted(rows, { ...criteria, [filter]: [] }).map(VALUES[filter]));
}
