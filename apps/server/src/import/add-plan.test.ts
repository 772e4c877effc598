import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { expect, test } from "vitest";
import { readImportOptions } from "../cli/import-options.ts";
import { partsOfPlan, planAdd } from "./add-plan.ts";
import { lookAtColumns } from "./columns.ts";
import { jsonl, understand } from "./import.fixture.ts";
import { openSource } from "./read-rows.ts";

/** Adds rows to the dataset that rows of the same kind made. `extra`: whether it keeps metadata beyond its properties. */
async function added(
  rows: readonly object[],
  { flags = [], extra = true }: { flags?: string[]; extra?: boolean } = {},
) {
  const { plan } = await understand(jsonl(rows), ...flags);
  const { dataset } = plan;
  // The parts as the server tells them, without their ids and times, which no plan reads.
  const target = {
    dataset: { name: "made", allow_extra_metadata: extra },
    ...{ fields: dataset.fields, questions: dataset.questions, metadata: dataset.metadata, vectors: dataset.vectors },
    columns: partsOfPlan(plan),
  } as unknown as WireAddTarget;
  const source = await openSource(jsonl(rows), readImportOptions(["x.jsonl"]).reading);
  const add = planAdd(await lookAtColumns(source), target, new Map());
  const records = [];
  for await (const read of source.rows()) if ("row" in read) records.push(add.recordOf(read));
  const fates = Object.fromEntries(add.parts.map(({ column, part, reason }) => [column, `${part.kind}: ${reason}`]));
  return { records, fates, warnings: add.warnings };
}

test("IMP-115 a label that was rejected or passed over is no suggestion: the record's metadata keeps it", async () => {
  const rows = ["accept", "reject", "ignore"].flatMap((answer, n) =>
    ["FOO", "INS"].map((label) => ({ text: `text ${n} ${label}`, label, answer, _input_hash: n, _task_hash: n })),
  );
  const { records, warnings } = await added(rows);
  const suggested = records.map((record) => record?.suggestions.map(({ value }) => value));
  expect(suggested).toEqual([["FOO"], ["INS"], [], [], [], []]);
  expect(records.slice(2).map((record) => record?.metadata)).toMatchObject([
    ...[{ rejected: "FOO" }, { rejected: "INS" }, { discarded: "FOO" }, { discarded: "INS" }],
  ]);
  expect(warnings.join("\n")).toContain('answer "reject": 2 rows, whose labels are no answer: nothing is suggested');
  const strict = await added(rows, { extra: false });
  expect(strict.records.slice(2).map((record) => record?.metadata?.rejected)).toEqual(
    [1, 2, 3, 4].map(() => undefined),
  );
  expect(strict.warnings.join("\n")).toContain('answer "reject": 2 rows, whose labels are left out.');
});

test("IMP-115 answers of other people stay out of a dataset that is there, and a model's suggestions keep its name and score", async () => {
  const choice = (value: string) => ({
    from_name: "topic",
    to_name: "text",
    type: "choices",
    value: { choices: [value] },
  });
  const region = { from_name: "ner", to_name: "text", type: "labels", value: { start: 0, end: 3, labels: ["PER"] } };
  const rows = [1, 2, 3, 4].map((id) => ({
    id,
    data: { text: `Ana ${id} is in Rome with many others` },
    annotations: [1, 2].map((person) => ({
      completed_by: { email: `p${person}@x.org` },
      result: [choice(id % 2 ? "a" : "b"), region],
    })),
    predictions: [{ model_version: "m1", score: 0.7, result: [choice("a")] }],
  }));
  const { records, fates } = await added(rows, { flags: ["--person", "p1@x.org=p1", "--person", "p2@x.org=p2"] });
  expect(records.map((record) => record?.suggestions)).toEqual(
    rows.map(() => [{ question: "topic", type: "model", value: "a", agent: "m1", score: 0.7 }]),
  );
  expect(records.every((record) => record?.metadata === null || !("ner" in Object(record?.metadata)))).toBe(true);
  for (const column of ["topic", "ner"])
    expect(fates[column]).toBe("ignored: answers of people, who give them here: left out");
});

test("IMP-115 spans that nobody can add are named with the question of their name", async () => {
  const rows = [1, 2, 3].map((n) => ({ text: `Ana ${n} is in Rome`, spans: [{ start: 0, end: 3, label: "PER" }] }));
  const { fates } = await added(rows, { flags: ["--span", "spans"] });
  expect(fates.spans).toBe("extra: no column can add spans to the question of its name: kept with the record");
});

test("IMP-115 the file that made a dataset of conversations can be added to it", async () => {
  const rows = [1, 2].map((n) => ({
    messages: [
      { role: "user", content: `Question ${n}?` },
      { role: "assistant", content: "An answer of some words." },
    ],
  }));
  const { records } = await added(rows, { flags: ["--text", "opinion"] });
  expect(records.map((record) => record?.fields)).toEqual(
    [1, 2].map((n) => ({ messages: `user: Question ${n}?\n\nassistant: An answer of some words.` })),
  );
});
