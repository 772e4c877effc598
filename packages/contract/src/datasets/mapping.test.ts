import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import { taskDatasetFromWire, taskDatasetToWire } from "./mapping.ts";

const DATASET: TaskDataset = {
  ...{ id: "archive.letters", name: "letters", task: "Text2Text", workspaceName: "archive", tags: {}, metadata: {} },
  ...{ createdAt: 1_700_000_000_000_000, createdBy: "mara", lastUpdatedAt: 1_700_000_000_000_001 },
};

test("TSG-06 whoever made a dataset is named, and nobody where a server knows of none", () => {
  expect(taskDatasetFromWire(taskDatasetToWire(DATASET))).toEqual(DATASET);
  const { created_by: _, ...unsigned } = taskDatasetToWire(DATASET);
  for (const wire of [unsigned, { ...unsigned, created_by: "" }])
    expect(taskDatasetFromWire(wire)).toEqual({ ...DATASET, createdBy: null });
});
