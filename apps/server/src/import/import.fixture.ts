import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "@postil/domain/datasets/dataset";
import { expect } from "vitest";
import { readImportOptions } from "../cli/import-options.ts";
import { type BadLine, findBadLines, goodRecords } from "./check-rows.ts";
import { lookAtColumns } from "./columns.ts";
import { inferPlan } from "./infer.ts";
import { describePlan, type Role } from "./plan.ts";
import { openSource } from "./read-rows.ts";
import { goodTaskRecords } from "./tasks/check-task-rows.ts";
import { describeTask, doubtsOf, understandTaskFile } from "./tasks/plan-task.ts";

/** For all files that a process tests. It goes with the folder of the run. */
const folder = mkdtempSync(join(tmpdir(), "postil-import-"));

let files = 0;
export function fileOf(content: string | Buffer, ending: string): string {
  const file = join(folder, `file-${files++}.${ending}`);
  writeFileSync(file, content);
  return file;
}
export const jsonl = (rows: readonly unknown[]) => fileOf(rows.map((row) => JSON.stringify(row)).join("\n"), "jsonl");

const withoutIndex = ({ line, fault }: BadLine): BadLine => ({ line, fault });

export async function understand(file: string, ...flags: readonly string[]) {
  const options = readImportOptions([file, ...flags]);
  const source = await openSource(file, options.reading);
  const plan = inferPlan(await lookAtColumns(source), options, source);
  const { bad, isBad, merging, merged } = await findBadLines(source, plan);
  const records = [];
  for await (const record of goodRecords(source, plan, isBad, merging)) records.push(record);
  const roles = Object.fromEntries(plan.roles.map(({ column, role }): [string, Role] => [column, role]));
  const words = describePlan(plan, "mine", source.words());
  return { plan, bad: bad.map(withoutIndex), records, roles, words, merged };
}

/** Does the same for a file that becomes a task dataset. */
export async function understandTask(file: string, task: Task, ...flags: readonly string[]) {
  const options = readImportOptions([file, "--task", task, ...flags]);
  const source = await openSource(file, options.reading);
  const ready = await understandTaskFile(source, task, options);
  const records = [];
  for await (const record of goodTaskRecords(source, ready.wishes, ready.isBad)) records.push(record);
  expect(records).toHaveLength(ready.good);
  expect(ready.good + ready.bad.length).toBe(ready.read);
  return { bad: ready.bad.map(withoutIndex), records, words: describeTask(ready, "mine"), doubts: doubtsOf(ready) };
}

const LABELS = ["card", "cash", "transfer"];
export const row = (index: number) => ({
  id: `r${index}`,
  split: index % 2 === 0 ? "train" : "test",
  text: `A text that nobody else has written, number ${index}`,
  label: LABELS[index % 3],
  words: index,
  share: index / 7,
  urgent: index % 5 === 0,
  predictions: [
    { label: "cash", score: 0.25 },
    { label: LABELS[(index + 1) % 3], score: 0.5 },
  ],
  vector: [index, 0.5, -1],
  tags: ["a", "b"].slice(0, 1 + (index % 2)),
  source: { page: index },
});
export const ROWS = Array.from({ length: 12 }, (_, index) => row(index));
