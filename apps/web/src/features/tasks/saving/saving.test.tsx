import { responseOf } from "@postil/domain/tasks/record-edit";
import { chooseLabel } from "@postil/domain/tasks/record-labels";
import { chosenLabels, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { textRecord } from "@postil/domain/tasks/shown-record.fixture";
import i18next from "i18next";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { submission } from "../../../lib/outbox/browser.fixture.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { open, predicted, toasts } from "./saving.fixture.tsx";

afterEach(() => clearToasts());

/** The notice that a person sees. */
const line = () => getToasts().find(({ phase }) => phase !== "closing");

test("TST-06 TST-14 TOA-19 TOA-22 TOA-23 TOA-25 several validated records are told in one success toast, which stays 7 s", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y")]);
  page.now(() => page.actions().validate(page.shown()));
  expect(page.shown().map(({ status, saved }) => [status, saved])).toEqual([
    ["Validated", "saving"],
    ["Validated", "saving"],
  ]);
  expect(toasts()).toEqual([]);
  await page.rest();
  expect(toasts()).toEqual([{ type: "success", message: "2 records are validated", duration: 7000 }]);
  expect(page.server.written.map(({ status }) => status)).toEqual(["submitted", "submitted"]);
  expect(page.shown().map(({ status, saved, originStatus }) => [status, saved, originStatus])).toEqual([
    ["Validated", null, null],
    ["Validated", null, null],
  ]);
});

test("TST-15 TST-18 the answers of an action go ten to a call, and so they are taken back and given once more", async () => {
  const page = await open(Array.from({ length: 25 }, (_, at) => predicted(`r${at}`, "x")));
  page.now(() => page.actions().validate(page.shown()));
  await page.rest();
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.shown().map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => "Default"));
  page.now(() => page.actions().redo());
  await page.rest();
  expect(page.server.together).toEqual([10, 10, 5, 10, 10, 5, 10, 10, 5]);
});

test("TST-20 the line names one action, and its Undo goes when a later action is done, even while that one waits", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y"), predicted("c", "x")]);
  page.now(() => page.actions().discard([page.at(0)]));
  await page.rest();
  const stale = line()?.actions[0];
  expect(line()).toMatchObject({ message: "1 record is discarded", actions: [{ label: "Undo" }] });
  const answer = page.server.hold();
  page.now(() => page.actions().validate([page.at(1)]));
  await expect.poll(() => line()?.actions).toEqual([]);
  expect(line()?.message).toBe("1 record is discarded");
  page.now(() => stale?.run());
  expect(page.shown().map(({ status }) => status)).toEqual(["Discarded", "Validated", "Default"]);
  answer();
  await page.rest();
  expect(line()).toMatchObject({ message: "1 record is validated", actions: [{ label: "Undo" }] });
  page.now(() => line()?.actions[0]?.run());
  await page.rest();
  expect(page.shown().map(({ status }) => status)).toEqual(["Discarded", "Default", "Default"]);
  expect(line()).toMatchObject({ message: "Undone", actions: [] });
});

test("TST-20 an edit after an action takes the Undo off the line, which would take back the edit", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y")]);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect(line()?.actions).toMatchObject([{ label: "Undo" }]);
  page.now(() => page.actions().edit({ record: page.at(1), answer: chosenLabels(["z"]) }));
  await expect.poll(() => line()?.actions).toEqual([]);
});

test("TST-11 TOA-16 TOA-24 what could not be discarded is told with its number, and is as it was before", async () => {
  const page = await open([predicted("a", "x")]);
  page.server.refuse(1);
  page.now(() => page.actions().discard([page.at(0)]));
  expect(page.at(0).status).toBe("Discarded");
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Default", saved: "failed" });
  expect(toasts()).toEqual([{ type: "error", message: "1 record(s) could not have been discarded", duration: 7000 }]);
});

test("TOA-22 TOA-23 the hints 25, 30 and 43 give the time, however long the text is in a translation", async () => {
  for (const text of ["validated_one", "discarded_one", "discardFailed"]) {
    const english = i18next.getResource("en", "translation", `tasks.toast.${text}`);
    onTestFinished(() => void i18next.addResource("en", "translation", `tasks.toast.${text}`, english));
    i18next.addResource("en", "translation", `tasks.toast.${text}`, text.padEnd(240, "."));
  }
  const page = await open([predicted("a", "x"), predicted("b", "y"), predicted("c", "y")]);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect(toasts()).toMatchObject([{ message: "validated_one".padEnd(240, "."), duration: 7000 }]);
  page.now(() => page.actions().discard([page.at(1)]));
  await page.rest();
  expect(toasts()).toMatchObject([{ message: "discarded_one".padEnd(240, "."), duration: 7000 }]);
  page.server.refuse(1);
  page.now(() => page.actions().discard([page.at(2)]));
  await page.rest();
  expect(toasts()).toMatchObject([{}, { message: "discardFailed".padEnd(240, "."), duration: 7000 }]);
});

test.each(["validate", "discard"] as const)(
  "TOA-16 TOA-19 TOA-22 what could not be saved (%s) is told until it is closed or tried again",
  async (action) => {
    const page = await open([predicted("a", "x")]);
    page.server.refuse(1);
    page.now(() => page.actions()[action]([page.at(0)]));
    await page.rest();
    const failed = getToasts().find(({ phase }) => phase !== "closing");
    expect(failed).toMatchObject({ type: "error", permanent: true, keep: true, dismissible: true });
    expect(failed?.actions.map(({ label }) => label)).toEqual(["Retry"]);
  },
);

test("TST-01 TST-05 discarding and taking the annotation away let the edit go, and with it the status from before", async () => {
  const annotation = { agent: "ben", ...chosenLabels(["x"]) };
  const page = await open([textRecord({ status: "Validated", annotation, multiLabel: true }), predicted("b", "y")]);
  for (const record of [0, 1])
    page.now(() => page.actions().edit({ record: page.at(record), answer: chosenLabels(["z"]) }));
  expect(page.shown().map(({ originStatus }) => originStatus)).toEqual(["Validated", "Default"]);
  page.now(() => page.actions().resetAnnotation(page.at(0) as ShownTextRecord)); // what was opened
  page.now(() => page.actions().discard([page.at(1)]));
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Default", originStatus: null, annotation: null });
  expect(page.at(1)).toMatchObject({ status: "Discarded", originStatus: null, annotation: null });
});

test("TST-04 TOA-17 TOA-18 the status of one record is taken back, and what became of that is told in lower case", async () => {
  const annotation = { agent: "ben", ...chosenLabels(["x"]) };
  const page = await open([textRecord({ status: "Validated", annotation })]);
  page.server.refuse(1);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect(toasts().map(({ message }) => message)).toEqual(["1 record could not be unvalidated"]);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect(toasts().map(({ message }) => message)).toContain("1 record is unvalidated");
  expect(page.server.written).toMatchObject([{ status: "draft", values: { agent: { value: "ben" } } }]);
});

test("TEN-19 TEN-21 TEN-28 TST-09 TST-10 a record is Edited from its first edit on and no longer once it says what it said", async () => {
  const annotation = { agent: "ben", ...chosenLabels(["x"]) };
  const page = await open([textRecord({ status: "Validated", annotation, multiLabel: true })]);
  expect(page.at(0)).toMatchObject({ originStatus: null, searchKeywords: [], vectors: {}, saved: null });
  page.now(() => page.actions().edit({ record: page.at(0), answer: chosenLabels(["x", "y"]) }));
  expect(page.at(0)).toMatchObject({ status: "Edited", originStatus: "Validated", answerOrigin: "edit" });
  page.now(() => page.actions().edit({ record: page.at(0), answer: chosenLabels(["x"]) }));
  expect(page.at(0)).toMatchObject({ status: "Validated", originStatus: null, answerOrigin: "annotation" });
  expect(page.server.written).toEqual([]);
});

test("TST-02 TST-08 resetting brings back what is on the server and asks nothing of it", async () => {
  const page = await open([predicted("a", "x")]);
  page.now(() => page.actions().clear([page.at(0)]));
  expect(page.at(0)).toMatchObject({ status: "Edited", answer: { labels: [] } });
  page.now(() => page.actions().reset([page.at(0)]));
  expect(page.at(0)).toMatchObject({ status: "Default", answerOrigin: "prediction" });
  expect(page.server.written).toEqual([]);
});

test("TST-08 an action that is taken back is written back, and what was typed with it is there again", async () => {
  const stored = textRecord({ multiLabel: true });
  const page = await open([stored]);
  page.now(() => page.actions().edit({ record: page.at(0), answer: chosenLabels(["y"]) }));
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Edited", originStatus: "Default", answer: chosenLabels(["y"]) });
  expect(page.server.written.map(({ status }) => status)).toEqual(["submitted", "draft"]);
  expect(page.server.written.at(-1)).toMatchObject({ values: responseOf(stored).values });
});

test("TAN-15 TST-08 after Ctrl+Z the key that confirmed a predicted label confirms it again", async () => {
  const prediction = { agent: "model", labels: [{ class_label: "x", score: 0.9 }] };
  const page = await open([textRecord({ prediction, multiLabel: true })]);
  const press = (label: string) => {
    const record = page.at(0) as ShownTextRecord; // what was opened
    const choice = chooseLabel(record, label);
    if (choice.does === "edit") page.now(() => page.actions().edit({ record, ...choice }));
    return page.at(0);
  };
  const confirmed = { status: "Edited", answer: chosenLabels(["x"]), untouched: [] };
  expect(press("x")).toMatchObject(confirmed);
  page.now(() => page.actions().undo());
  expect(page.at(0)).toMatchObject({ status: "Default", untouched: ["x"] });
  expect(press("x")).toMatchObject(confirmed);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  page.now(() => page.actions().undo());
  await page.rest();
  expect(page.at(0)).toMatchObject(confirmed);
});

test("TST-14 offline nothing is lost and nothing is said to be saved; it is once the server has it", async () => {
  const page = await open([predicted("a", "x")]);
  page.browser.connect(false);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  expect([page.at(0).saved, toasts()]).toEqual(["saving", []]);
  page.browser.connect(true);
  await page.rest();
  expect(toasts().map(({ message }) => message)).toEqual(["1 record is validated"]);
});

test("a record that nothing happened to is the same object as before, so that its row is not drawn anew", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y")]);
  const [, before] = page.shown();
  page.now(() => page.actions().discard([page.at(0)]));
  expect(page.at(1)).toBe(before);
});

test("TST-11 FRS-14 what is discarded and refused leaves no edit that nobody made", async () => {
  const annotation = { agent: "ben", ...chosenLabels(["x"]) };
  const page = await open([textRecord({ status: "Validated", annotation })]);
  page.server.refuse(1);
  page.now(() => page.actions().discard([page.at(0)]));
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Validated", answerOrigin: "annotation", saved: "failed" });
});

test("TOA-16 an action that is taken back before the server answered is not told as done", async () => {
  const page = await open([predicted("a", "x"), predicted("b", "y"), predicted("c", "x")]);
  page.browser.connect(false);
  page.now(() => page.actions().discard(page.shown()));
  page.now(() => page.actions().undo());
  page.browser.connect(true);
  await page.rest();
  expect(toasts().map(({ message }) => message)).toEqual(["Undone"]);
  expect(page.shown().map(({ status }) => status)).toEqual(["Default", "Default", "Default"]);
});

test("FRS-14 TOA-19 a save that is tried again and fails again is told again", async () => {
  const page = await open([predicted("a", "x")]);
  page.server.refuse(2);
  page.now(() => page.actions().validate([page.at(0)]));
  await page.rest();
  const failed = getToasts().find(({ phase }) => phase !== "closing");
  page.now(() => failed?.actions[0]?.run());
  await page.rest();
  expect(toasts().map(({ message }) => message)).toEqual([
    "1 record(s) could not have been validated",
    "1 record(s) could not have been validated",
  ]);
});

test("TST-11 an edit that is not validated says so when another tab has validated something else since", async () => {
  const stored = textRecord({ multiLabel: true, lastUpdated: 0 });
  const page = await open([stored]);
  const elsewhere = page.browser.openTab();
  page.now(() => page.actions().edit({ record: page.at(0), answer: chosenLabels(["mine"]) }));
  expect(page.at(0)).toMatchObject({ status: "Edited", editIsOlder: false });
  const annotation = { agent: "mara", ...chosenLabels(["theirs"]) };
  const { values } = responseOf({ ...stored, annotation });
  const intent = { kind: "save", status: "submitted", values } as const;
  page.now(() => elsewhere.want({ ...submission(stored.key), datasetId: "archive/letters", intent }));
  await page.rest();
  expect(page.at(0)).toMatchObject({ status: "Edited", answer: chosenLabels(["mine"]), annotation, editIsOlder: true });
  // A user who continues has seen the change.
  page.now(() => page.actions().edit({ record: page.at(0), answer: chosenLabels(["mine", "theirs"]) }));
  expect(page.at(0).editIsOlder).toBe(false);
});
