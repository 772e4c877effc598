import { expect, test } from "vitest";
import { changeTaskRecord, logRecord } from "./log-record.ts";
import { loggedText } from "./task-records.fixture.ts";

const { document } = logRecord(null, loggedText({ metadata: '{"n":1.0,"_p":{"raw":1}}' }), { id: 7, lastUpdated: "t" });

test("TEN-18 a change lays keys of metadata over those there are and removes those that are null; the time stays", () => {
  const changed = changeTaskRecord(document, { metadata: '{"deep.er":2.0,"_p":{"raw":2}}', status: "Edited" });
  expect(JSON.stringify(changed.metadata)).toBe('{"n":1.0,"_p":{"raw":2},"deep.er":2.0}');
  expect(changed).toEqual({ ...document, metadata: changed.metadata, status: "Edited" });
  const removed = changeTaskRecord(document, { metadata: '{"n":null,"_p":null,"none":null}' });
  expect(removed).not.toHaveProperty("metadata");
});

test("TEN-20 without anything to change the record is as it was", () => {
  expect(changeTaskRecord(document, {})).toEqual(document);
});
