import { PART_NAME } from "@postil/domain/datasets/names";

/** Names of parts that are still free: lower case, made of what the contract allows, none twice. */
export function createNames(): (column: string) => string {
  const taken = new Set<string>();
  /** The number to try next, of names that many columns would have: those in another script. */
  const next = new Map<string, number>();
  return (column) => {
    const bare = column
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]+/g, "_")
      .replaceAll(/^_+|_+$/g, "");
    const base = (/[a-z0-9]/.test(bare) ? bare : `column_${bare}`.replace(/_$/, "_1")).slice(0, PART_NAME.max - 4);
    let name = base;
    let n = next.get(base) ?? 2;
    for (; taken.has(name); n++) name = `${base}_${n}`;
    next.set(base, n);
    taken.add(name);
    return name;
  };
}

/** `customer_id` as people read it: `Customer id`. */
export function titleOf(column: string): string {
  const words = column.replaceAll(/[_-]+/g, " ").trim() || column;
  return (words[0] ?? "").toUpperCase() + words.slice(1, 500);
}

/** A name for the dataset from the file's: what the contract does not allow becomes a hyphen. */
export function datasetNameOf(stem: string): string {
  const name = stem
    .replaceAll(/[^a-zA-Z0-9-_ ]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 200);
  return name === "" ? "dataset" : name;
}
