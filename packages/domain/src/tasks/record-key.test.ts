import fc from "fast-check";
import { expect, test } from "vitest";
import { TASKS } from "../datasets/dataset.ts";
import { readTaskDatasetKey, readTaskRecordKey, taskDatasetKey, taskRecordKey } from "./record-key.ts";

const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));

test("TEN-02 what a key was made of comes back from it, whatever is in the names and the id", () => {
  const id = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer());
  fc.assert(
    fc.property(name, name, fc.constantFrom(...TASKS), id, (workspace, dataset, task, id) => {
      expect(readTaskDatasetKey(taskDatasetKey(workspace, dataset))).toEqual({ workspace, dataset });
      const place = { workspace, dataset, task, id };
      expect(readTaskRecordKey(taskRecordKey(place))).toEqual(place);
    }),
  );
});
