import { expect, test } from "vitest";
import { logRecord } from "./log-record.ts";
import { shownStates, stepBetween } from "./record-history.ts";
import { entity, labels, loggedText, loggedTokens } from "./task-records.fixture.ts";

const documentOf = (record: Parameters<typeof logRecord>[1]) =>
  logRecord(null, record, { id: "1", lastUpdated: "t" }).document;
const annotated = (...names: string[]) => ({ annotation: { agent: "u", ...labels(...names) } });

test("TST-06 who validates leaves a step with both states, and what else of the record differs", () => {
  const before = documentOf(loggedText({ metadata: '{"n":1}' }));
  const after = documentOf(loggedText({ ...annotated("A"), status: "Validated", metadata: '{"n":2}' }));
  expect(stepBetween(before, after)).toEqual({
    before: { status: "Default", annotation: null },
    after: { status: "Validated", annotation: "A" },
    changed: ["annotation", "metadata"],
  });
});

test("TST-01 a status alone is a step, the same log again is none", () => {
  const [before, after] = [documentOf(loggedText()), documentOf(loggedText({ status: "Discarded" }))];
  expect(stepBetween(before, after)).toMatchObject({ after: { status: "Discarded" }, changed: [] });
  expect(stepBetween(after, documentOf(loggedText({ status: "Discarded" })))).toBeNull();
});

test("TST-14 of new records those are told that come with an annotation or a status", () => {
  expect(stepBetween(null, documentOf(loggedText()))).toBeNull();
  const step = stepBetween(null, documentOf(loggedText(annotated("A"))));
  expect(step).toEqual({ before: null, after: { status: "Default", annotation: "A" }, changed: [] });
});

test("TEN-31 entities are told with their words", () => {
  const part = { agent: "u", entities: [entity(0, 3, "PER"), entity(19, 27, "LOC")] };
  const after = documentOf(loggedTokens({ annotation: part }));
  expect(stepBetween(null, after)?.after.annotation).toBe("Ana (PER), New York (LOC)");
});

test("API-31 of long annotations what lies around the change is shown", () => {
  const state = (annotation: string) => ({ status: "Default" as const, annotation });
  const [long, other] = ["a".repeat(9000), `${"a".repeat(4000)}b${"a".repeat(5000)}`];
  const shown = shownStates({ before: state(long), after: state(other), changed: ["annotation"] });
  expect(shown.after.annotation).toMatch(/^…a+ba+…$/);
  const same = shownStates({ before: state(long), after: state(long), changed: [] });
  expect(same.after.annotation?.length).toBeLessThan(2100);
});
