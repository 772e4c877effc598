import { PART_NAME } from "@postil/domain/datasets/names";

/**
 * Creates unique part names in lower case, from the characters that the contract allows. A column without such characters is
 * named after its position. `chosen` holds the names that the user gave.
 */
export function createNames(
  columns: readonly string[],
  chosen: ReadonlyMap<string, string> = new Map(),
): (column: string) => string {
  const taken = new Set<string>(chosen.values());
  /** The next number to try for a name that several columns share. */
  const next = new Map<string, number>();
  const given = new Map(chosen);
  return (column) => {
    const earlier = given.get(column);
    if (earlier !== undefined) return earlier;
    const base = baseOf(column, columns);
    let name = base;
    let n = next.get(base) ?? 2;
    for (; taken.has(name); n++) name = `${base}_${n}`;
    next.set(base, n);
    taken.add(name);
    given.set(column, name);
    return name;
  };
}

function baseOf(column: string, columns: readonly string[]): string {
  if (PART_NAME.pattern.test(column) && column.length <= PART_NAME.max - 4) return column;
  const bare = column
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9_-]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  // If a name is mostly in another script, the few remaining letters mean nothing.
  const letters = column.match(/\p{L}/gu)?.length ?? 0;
  const kept = bare.match(/[a-z]/g)?.length ?? 0;
  const says = /[a-z0-9]/.test(bare) && kept * 2 >= letters;
  return says ? bare.slice(0, PART_NAME.max - 4) : `column_${columns.indexOf(column) + 1}`;
}

/** `customer_id` in the form for people: `Customer id`. */
export function titleOf(column: string): string {
  const words = column.replaceAll(/[_-]+/g, " ").trim() || column;
  return (words[0] ?? "").toUpperCase() + words.slice(1, 500);
}

/** A dataset name from the file name: characters that the contract does not allow become hyphens. */
export function datasetNameOf(stem: string): string {
  const name = stem
    .replaceAll(/[^a-zA-Z0-9-_ ]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 200);
  return name === "" ? "dataset" : name;
}
