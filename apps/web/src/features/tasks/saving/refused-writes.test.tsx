import { responseOf } from "@postil/domain/tasks/record-edit";
import { chosenLabels, type ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { cleanup } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { open, predicted, toasts } from "./saving.fixture.tsx";

afterEach(() => clearToasts());

const bens = (record: Pick<ShownTaskRecord, "id">, label = "theirs") =>
  responseOf(
    textRecord({
      id: String(record.id),
      status: "Validated",
      annotation: { agent: "ben", ...chosenLabels([label]) },
    }),
  );
const messages = () => toasts().map(({ message }) => message);

test("TST-11 a refused write leaves nothing to undo: what somebody else wrote stays", async () => {
  const page = await open([predicted("a", "x")]);
  const { key } = page.at(0);
  page.server.changed(bens(page.at(0)));
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect(page.at(0)).toMatchObject({ saved: "changed", annotation: { agent: "ben" } });
  expect(page.canUndo()).toBe(false);
  page.now(() => page.actions().undo());
  page.now(() => page.actions().redo());
  await page.rest();
  expect([page.server.hasTheirs(key), page.server.written]).toEqual([true, []]);
  expect(messages()).toEqual(["1 record(s) could not have been validated"]);
});

test("TST-11 of a bulk action what was written is taken back alone", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y"), predicted("c", "x")]);
  page.server.changed(bens(page.at(1)));
  page.now(() => page.actions().validate(page.shown()));
  await page.rest();
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.shown().map(({ annotation }) => annotation?.agent)).toEqual([undefined, "ben", undefined]);
  expect(page.server.hasTheirs(page.at(1).key)).toBe(true);
  expect(page.server.written.map(({ status }) => status)).toEqual(["submitted", "submitted", "draft", "draft"]);
  page.now(() => page.actions().redo());
  await page.rest();
  expect(page.shown().map(({ annotation }) => annotation?.agent)).toEqual(["mara", "ben", "mara"]);
});

test("TST-11 what is taken back before the server refused it is not written over what somebody else wrote", async () => {
  const page = await open([predicted("a", "x")]);
  page.server.changed(bens(page.at(0)));
  page.now(() => page.actions().validate([page.at(0)]));
  page.now(() => page.actions().undo());
  await page.rest();
  expect([page.server.hasTheirs(page.at(0).key), page.server.written]).toEqual([true, []]);
  expect(page.at(0)).toMatchObject({ saved: null, annotation: { agent: "ben" } });
});

test("TST-11 what was refused and is tried again is taken back to what it was written over, all of it in one step", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y")]);
  for (const record of page.shown()) page.server.changed(bens(record));
  page.now(() => page.actions().validate(page.shown()));
  await page.rest();
  page.now(() => page.shown().map(({ key }) => page.outbox.retry(key)));
  await page.rest();
  expect(page.shown().map(({ annotation }) => annotation?.agent)).toEqual(["mara", "mara"]);
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.shown().map(({ status, annotation }) => [status, annotation?.agent])).toEqual([
    ["Validated", "ben"],
    ["Validated", "ben"],
  ]);
  expect(page.canUndo()).toBe(false);
});

test("TST-11 TOA-16 an action is told as taken back once it is, and not when somebody else wrote the record since", async () => {
  const page = await open([predicted("a", "x")]);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  page.server.changed(bens(page.at(0)));
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.at(0)).toMatchObject({ saved: "changed", annotation: { agent: "ben" } });
  expect(messages()).not.toContain("Undone");
  expect(page.canUndo()).toBe(false);
});

test("FRS-17 TST-11 an undo that somebody else was quicker than asks: Undo anyway takes theirs back too, Leave it leaves it", async () => {
  for (const [label, theirs, status] of [
    ["Undo anyway", false, "Default"],
    ["Leave it", true, "Validated"],
  ] as const) {
    clearToasts();
    const page = await open([predicted("a", "x")]);
    const { key } = page.at(0);
    page.now(() => page.actions().validate([page.at(0)]));
    await page.rest();
    page.server.changed(bens(page.at(0)));
    page.now(() => page.actions().undo());
    await page.rest();
    const asked = getToasts().findLast(({ phase }) => phase !== "closing");
    expect(asked?.message).toBe("Not undone, changed meanwhile: 1 record");
    expect(asked?.actions?.map((action) => action.label)).toEqual(["Undo anyway", "Leave it"]);
    page.now(() => asked?.actions?.find((action) => action.label === label)?.run());
    await page.rest();
    expect(page.server.hasTheirs(key)).toBe(theirs);
    expect(page.at(0)).toMatchObject({ saved: null, status });
    cleanup();
  }
});

test("TST-11 what is let go of after it was refused is not saved by anything later", async () => {
  const page = await open([textRecord({ multiLabel: true })]);
  page.now(() => page.actions().edit({ record: page.at(0), answer: chosenLabels(["y"]) }));
  page.server.changed(bens(page.at(0)));
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Edited", answer: chosenLabels(["y"]) });
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Validated", saved: null, annotation: { agent: "ben" } });
  expect(page.server.hasTheirs(page.at(0).key)).toBe(true);
});

type Step =
  | { readonly do: "validate" | "discard" | "retry" | "write"; readonly record: number }
  | { readonly do: "all" | "undo" | "redo" | "rest" | "offline" | "online" };
const record = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("validate" as const, "discard" as const, "retry" as const), record }),
  fc.record({ do: fc.constant("write" as const), record }),
  fc.record({ do: fc.constantFrom("undo" as const, "redo" as const, "rest" as const) }),
  fc.record({ do: fc.constantFrom("all" as const, "undo" as const, "rest" as const) }),
  fc.record({ do: fc.constantFrom("offline" as const, "online" as const) }),
);

test("TST-11 TST-16 nothing that is taken back or done once more goes over what somebody else wrote: only who saw it writes over it", async () => {
  const run = async (steps: readonly Step[]) => {
    const page = await open([predicted("a", "x"), predicted("b", "y")]);
    /** The labels of other users' writes that the reader saw at their last decision. */
    const seen = new Set<string>();
    let written = 0;
    const see = (index: number) => {
      const { annotation } = page.at(index);
      if (annotation !== null && "labels" in annotation)
        for (const { class_label } of annotation.labels) seen.add(class_label);
    };
    const decide = (index: number, what: () => void) => {
      see(index);
      page.now(what);
    };
    const doing: { readonly [Do in Step["do"]]: (index: number) => unknown } = {
      validate: (index) => decide(index, () => page.actions().validate([page.at(index)])),
      discard: (index) => decide(index, () => page.actions().discard([page.at(index)])),
      retry: (index) => decide(index, () => page.outbox.retry(page.at(index).key)),
      all: () => {
        see(0);
        decide(1, () => page.actions().validate(page.shown()));
      },
      write: (index) => page.server.changed(bens(page.at(index), `theirs ${++written}`)),
      undo: () => page.now(() => page.actions().undo()),
      redo: () => page.now(() => page.actions().redo()),
      rest: page.rest,
      offline: () => page.now(() => page.browser.connect(false)),
      online: () => page.now(() => page.browser.connect(true)),
    };
    for (const next of [...steps, { do: "online" as const }, { do: "rest" as const }])
      await doing[next.do]("record" in next ? next.record : 0);
    cleanup();
    clearToasts();
    expect(page.server.overwritten().filter((label) => !seen.has(label))).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14, size: "max" }), run), { numRuns: 60 });
});
