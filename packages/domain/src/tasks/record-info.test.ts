import { expect, test } from "vitest";
import {
  filtersByTicks,
  isAskedFor,
  metadataOf,
  recordAddress,
  recordAsText,
  recordTitle,
  textsOfRecord,
} from "./record-info.ts";
import { textRecord, tokenRecord } from "./shown-record.fixture.ts";
import { readTaskAddress } from "./task-address.ts";

const long = "x".repeat(101);
const two = textRecord({ inputs: { title: "A letter", lines: ["one", long] } });

test("CON-08 the title is the text of the record, cut to 100 characters of each input", () => {
  expect(recordTitle(textRecord({ inputs: { a: long, b: "🚂".repeat(51), c: "short" } }))).toBe(
    `${"x".repeat(100)}… · ${"🚂".repeat(50)}… · short`,
  );
  expect(recordTitle(tokenRecord())).toBe("Ada met Ada");
});

test("CON-08 what is copied is the text alone, and names where there are several", () => {
  expect(recordAsText(tokenRecord())).toBe("Ada met Ada");
  expect(recordAsText(textRecord({ inputs: { text: "A letter" } }))).toBe("A letter");
  expect(recordAsText(two)).toBe(`title: A letter\n\nlines: one\n${long}`);
  expect(textsOfRecord(two).map(({ name }) => name)).toEqual(["title", "lines"]);
});

test("CON-08 the link of a record asks for it by its id, whatever the id", () => {
  const dataset = { id: "city desk.letters", name: "letters", workspaceName: "city desk", task: "Text2Text" };
  const [path, query = ""] = recordAddress(dataset, 'a "b" \\ &?#%').split("?");
  expect(path).toBe("/datasets/city%20desk/letters");
  expect(readTaskAddress(query).filters).toEqual({ text: 'id:"a \\"b\\" \\\\ &?#%"' });
});

const entries = metadataOf({
  metadata: { ward: "Harbour", Author: ["ada", "mara"], _trace: "t", seen: false, page: 12, nested: [{ a: 1 }] },
});

test("CON-08 TSE-11 metadata stands by its keys; what is kept and never searched cannot be filtered by", () => {
  expect(entries.map(({ key, asked }) => [key, asked])).toEqual([
    ["_trace", []],
    ["Author", ["ada", "mara"]],
    ["nested", []],
    ["page", ["12"]],
    ["seen", ["false"]],
    ["ward", ["Harbour"]],
  ]);
});

test("CON-08 TSE-14 ticked keys are laid over the filters, a tick taken away takes its filter, others stay", () => {
  const filters = { text: "bin*", metadata: { ward: ["Harbour", "Old Town"], page: ["12"], other: ["1"] } };
  expect(entries.filter((entry) => isAskedFor(filters, entry)).map(({ key }) => key)).toEqual(["page", "ward"]);
  expect(filtersByTicks(filters, entries, new Set(["ward", "Author"]))).toEqual({
    text: "bin*",
    metadata: { ward: ["Harbour", "Old Town"], other: ["1"], Author: ["ada", "mara"] },
  });
  expect(filtersByTicks(filters, entries, new Set(["ward", "page"]))).toBe(filters);
});
