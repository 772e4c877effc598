import { expect, test } from "vitest";
import { annotationPath, isTask, type LinkedDataset, settingsPath, settingsRoute, TASKS } from "./dataset.ts";

const dataset = (task: string): LinkedDataset => ({ id: "5f0c", name: "letters", workspaceName: "news room", task });

test("RTE-16 a task dataset is linked by workspace and name", () => {
  for (const task of TASKS) {
    expect(annotationPath(dataset(task))).toBe("/datasets/news%20room/letters");
    expect(settingsRoute(dataset(task))).toBe("datasets-workspace-dataset-settings");
    expect(settingsPath(dataset(task))).toBe("/datasets/news%20room/letters/settings");
  }
});

test("RTE-16 a feedback dataset is linked by its id", () => {
  expect(annotationPath(dataset("FeedbackTask"))).toBe("/dataset/5f0c/annotation-mode");
  expect(settingsRoute(dataset("FeedbackTask"))).toBe("dataset-id-settings");
  expect(settingsPath(dataset("FeedbackTask"))).toBe("/dataset/5f0c/settings");
});

test("RTE-15 any other task value is handled as a feedback dataset", () => {
  for (const task of ["", "textclassification", "Summarization", "constructor"]) {
    expect(isTask(task)).toBe(false);
    expect(annotationPath(dataset(task))).toBe("/dataset/5f0c/annotation-mode");
  }
});
