import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setOf } from "../src/records/seq-set.ts";
import { findNearest } from "../src/records/vectors/find-similar.ts";
import { removeTaskRecords, writeTaskRecords } from "../src/storage/task-record-writes.ts";
import { addTaskDataset, openTaskStore, taskRecord } from "../src/storage/task-records.fixture.ts";
import { loadTaskVectorKinds } from "../src/storage/vectors.ts";

let store: Awaited<ReturnType<typeof openTaskStore>>;
beforeAll(async () => {
  store = await openTaskStore();
});
afterAll(() => store.database.close());

const DIMENSIONS = 5;
const number = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1e-30, -1e30, 1e200, 1e-200) },
);
const vector = fc.array(number, { minLength: DIMENSIONS, maxLength: DIMENSIONS });

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((one, i) => one - (b[i] ?? 0)));

let datasets = 500;

test("TSE-26 the nearest records by distance are those of a comparison one by one, whatever the lengths, right after every write", async () => {
  const { context } = store;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(vector), { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(40), vector), { maxLength: 3 }),
      fc.array(vector, { minLength: 2, maxLength: 2 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.nat(39)),
      async (vectors, changes, points, count, left) => {
        const key = datasets++;
        await addTaskDataset(context.db, key);
        const held = new Map<number, readonly number[]>();
        const write = async (seq: number | null, id: number, value: readonly number[] | null) => {
          await writeTaskRecords(context, key, [
            taskRecord(id, {
              ...(seq === null ? {} : { seq }),
              ...(value ? { vectors: { v: {} }, numbers: { v: value } } : {}),
            }),
          ]);
          if (value) held.set(id, value);
        };
        for (const [id, value] of vectors.entries()) await write(null, id, value);
        if (held.size === 0) return;
        const check = async (among: readonly number[]) => {
          const [kind] = (await loadTaskVectorKinds(context.db, key)).values();
          if (!kind) throw new Error("There is no vector.");
          const at = {
            datasetKey: key,
            settingsKey: kind.key,
            dimensions: kind.dimensions,
            metric: "distance",
          } as const;
          for (const point of points) {
            const { seqs: found } = await findNearest(context, setOf(vectors.length, among), at, { point, count });
            const wanted = among.flatMap((seq) => {
              const value = held.get(seq);
              return value ? [distance(value, point)] : [];
            });
            const nearest = wanted.sort((a, b) => a - b).slice(0, count);
            expect(found).toHaveLength(nearest.length);
            expect(new Set(found).size).toBe(found.length);
            // Equally near records may come in any order.
            for (const [index, seq] of found.entries()) {
              const exact = nearest[index] ?? Number.NaN;
              expect(Math.abs(distance(held.get(seq) ?? [], point) - exact)).toBeLessThanOrEqual(1e-9 * exact);
            }
          }
        };
        const all = vectors.map((_, id) => id);
        await check(all);
        for (const [id, value] of changes) if (id < vectors.length) await write(id, id, value);
        await check([...new Set(left)].filter((seq) => seq < vectors.length));
        await removeTaskRecords(context, key, [0]);
        held.delete(0);
        await check(all.slice(1));
      },
    ),
    { numRuns: 150 },
  );
});
