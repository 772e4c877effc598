import fc from "fast-check";
import { expect, test } from "vitest";
import { taskSearchFields } from "../tasks/task-fields.ts";
import { leavesOf, type QueryLeaf, type QueryTree } from "./query-tree.ts";
import { behind, readTaskSort, type SortValue, type TaskSortKey } from "./task-sort.ts";

const METADATA = new Map([["s", "text"]] as const);
const fields = taskSearchFields({ task: "TextClassification", inputs: ["a"], metadata: METADATA });
const read = (id: string) => readTaskSort([{ id, order: "desc" }], fields)[0]?.field;

test("TSE-23 records are sorted by what has values, by what has none all are equal, and by other ids not at all", () => {
  expect(["id", "metadata.s", "score", "last_updated"].map(read)).toEqual([
    ["id"],
    ["metadata", "s"],
    ["score"],
    ["last_updated"],
  ]);
  expect(["metadata", "metadata.nope", "id.x"].map(read)).toEqual([null, null, null]);
  for (const id of ["text", "inputs.a", "", "prediction", "idx"])
    expect(() => read(id)).toThrow(`Wrong sort id ${id}.`);
  for (const id of ["metadata.s.text", "annotated_as.exact"]) expect(() => read(id)).toThrow("by the words of");
});

type Plain = { readonly [field: string]: readonly number[] };
const KEYS: readonly TaskSortKey[] = [
  { field: ["a"], order: "asc" },
  { field: ["b"], order: "desc" },
  { field: null, order: "asc" },
  { field: ["id"], order: "asc" },
];

function holds(tree: QueryTree, record: Plain): boolean {
  if (tree.kind === "and") return tree.parts.every((part) => holds(part, record));
  if (tree.kind === "or") return tree.parts.some((part) => holds(part, record));
  return tree.kind === "not" ? !holds(tree.part, record) : holdsLeaf(tree, record);
}

function holdsLeaf(leaf: QueryLeaf, record: Plain): boolean {
  if (leaf.kind === "terms") return (record[leaf.field[0]] ?? []).some((value) => leaf.values.includes(String(value)));
  if (leaf.kind !== "exists" && leaf.kind !== "range") throw new Error(`Nobody asks for ${leaf.kind}.`);
  const { field } = leaf;
  if (leaf.kind === "exists") return (record[field[0]] ?? []).length > 0;
  const { low, high } = leaf;
  return (record[field[0]] ?? []).some(
    (value) =>
      (low === null || value > Number(low.value) || (low.inclusive && value === low.value)) &&
      (high === null || value < Number(high.value) || (high.inclusive && value === high.value)),
  );
}

const sortedBy = ({ field, order }: TaskSortKey, record: Plain): SortValue => {
  const values = field ? (record[field[0]] ?? []) : [];
  if (values.length === 0) return null;
  return order === "asc" ? Math.min(...values) : Math.max(...values);
};

function compare(a: Plain, b: Plain): number {
  for (const key of KEYS) {
    const [x, y] = [sortedBy(key, a), sortedBy(key, b)];
    if (x === y) continue;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (Number(x) - Number(y)) * (key.order === "asc" ? 1 : -1);
  }
  return 0;
}

test("TSE-23 behind a record come those that are sorted behind it, values missing or several", () => {
  const values = fc.array(fc.nat(3), { maxLength: 2 });
  const records = fc.array(fc.record({ a: values, b: values }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(records, (drawn) => {
      const all = drawn.map((one, index): Plain => ({ ...one, id: [index] })).sort(compare);
      for (const [index, record] of all.entries()) {
        const tree = behind(
          KEYS,
          KEYS.map((key) => sortedBy(key, record)),
        );
        expect(all.filter((other) => holds(tree, other))).toEqual(all.slice(index + 1));
      }
    }),
  );
});

test("TSE-23 what comes behind many keys is asked in proportion to them", () => {
  const leaves = (count: number) => {
    const keys = Array.from({ length: count }, (_, n) => ({ field: ["metadata", `k${n}`], order: "asc" }) as const);
    return leavesOf(behind(keys, Array(count).fill(1))).length;
  };
  expect(leaves(50)).toBe(leaves(25) * 2);
});
